/** The reader's language: one lazily loaded message file, chosen from the browser and changeable. */
import type english from '../../../src/tilerummy/messages/en.json';
import { choose, fill, type Messages, type Params } from './format';

export const LANGUAGES = ['en', 'nl', 'fr', 'de', 'da', 'fi'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own words, for the picker. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
  da: 'Dansk',
  fi: 'Suomi',
};

type Base<K> = K extends `${infer B}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? B : K;
export type PageKey = Base<keyof (typeof english)['page']>;

const files = import.meta.glob<Messages>('../../../src/tilerummy/messages/*.json', { import: 'default' });
const STORED = 'tilerummy.language';

function isLanguage(code: string | null | undefined): code is Language {
  return (LANGUAGES as readonly string[]).includes(code ?? '');
}

/** The first language of the browser that has a message file, else English. */
export function preferred(stored: string | null, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    if (isLanguage(code)) return code;
  }
  return 'en';
}

class Locale {
  language = $state<Language>('en');
  #messages = $state.raw<Messages>({});
  #plurals = new Intl.PluralRules('en');

  async start(): Promise<void> {
    await this.use(preferred(localStorage.getItem(STORED), navigator.languages));
  }

  async use(language: Language, remember = false): Promise<void> {
    const load = files[`../../../src/tilerummy/messages/${language}.json`];
    if (load === undefined) return;
    this.#messages = await load();
    this.#plurals = new Intl.PluralRules(language);
    this.language = language;
    document.documentElement.lang = language;
    if (remember) localStorage.setItem(STORED, language);
  }

  /** Text of a code that came from the server; `fallback` (or the code itself) where the file has no text for it. */
  code(namespace: string, key: string, params: Params = {}, fallback = key): string {
    const template = choose(this.#messages[namespace], key, params, this.#plurals);
    return template === undefined ? fallback : fill(template, params);
  }
}

export const locale = new Locale();

/** Text of the page's own `key`, typed against the English file. */
export function t(key: PageKey, params: Params = {}): string {
  return locale.code('page', key, params);
}
