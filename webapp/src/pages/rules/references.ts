/** Sections of rulebooks, told so that nobody needs to know the numbers of the books. */
import { labelled, locale, t } from '../../i18n/i18n.svelte';

/** `001 1D`: of the book 001; without a book, of our own readings where the books say nothing (docs/rules.md). */
const OF_BOOK = /^(00\d) (.+)$/;

const bookName = (book: string): string => locale.code('page', `rules-book-${book}`);

export function refText(ref: string): string {
  const [, book, section = ref] = OF_BOOK.exec(ref) ?? [];
  return book === undefined ? t('rules-ref-own', { section }) : t('rules-ref', { book: bookName(book), section });
}

/** The books that are cited, each with its name. */
export function booksOf(refs: readonly string[]): string[] {
  const books = new Set(refs.flatMap((ref) => OF_BOOK.exec(ref)?.[1] ?? []));
  return [...books].map((book) => labelled(book, bookName(book)));
}
