/** The reader's language: one lazily loaded message file, chosen from the browser and changeable. */
import type english from '../../../src/tilerummy/messages/en.json';
import { choose, fill, pluralForms, type Messages, type Params } from './format';
import { byLanguage, preferred } from './languages';

/** A key without its plural form. */
export type Base<K> = K extends `${infer B}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? B : K;
export type PageKey = Base<keyof (typeof english)['page']>;

const files = byLanguage(import.meta.glob<Messages>('../../../src/tilerummy/messages/*.json', { import: 'default' }));
const STORED = 'tilerummy.language';

/** What can be read, English first: a language is one message file. */
export const LANGUAGES: readonly string[] = [...files.keys()];

class Locale {
  language = $state('en');
  #messages = $state.raw<Messages>({});
  #plurals = pluralForms('en');

  async start(): Promise<void> {
    await this.use(preferred(LANGUAGES, localStorage.getItem(STORED), navigator.languages));
  }

  async use(language: string, remember = false): Promise<void> {
    const load = files.get(language);
    if (load === undefined) return;
    this.#messages = await load();
    this.#plurals = pluralForms(language);
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
