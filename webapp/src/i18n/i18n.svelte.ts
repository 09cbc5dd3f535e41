/** The reader's language: its messages, loaded lazily, chosen from the browser and changeable. */
import languages from 'virtual:messages';
import { device } from '../storage';
import type { KeyOf } from './english';
import { apart, choose, fill, pluralForms, type Messages, type Params } from './format';
import { lookup, preferred } from './languages';
import type { Part } from './parts';

export type PageKey = KeyOf<'page'>;

const STORED = 'tilerummy.language';

/** What can be read, English first: a language is a folder of message files. */
export const LANGUAGES = languages.map(({ code, name }) => ({ code, name }));

class Locale {
  language = $state('en');
  direction = $state<'ltr' | 'rtl'>('ltr');
  #messages = $state.raw<Messages>({});
  #plurals = pluralForms('en');
  #chosen: (typeof languages)[number] | undefined;
  readonly #parts = new Set<Part>();

  async start(): Promise<void> {
    const codes = LANGUAGES.map(({ code }) => code);
    await this.use(preferred(codes, device.text(STORED), navigator.languages));
  }

  /** How dates are written: the language as the browser's region has it. */
  get region(): string {
    return navigator.languages.find((one) => lookup([one], [this.language])) ?? this.language;
  }

  async use(language: string, remember = false): Promise<void> {
    const found = languages.find(({ code }) => code === language);
    if (found === undefined) return;
    this.#chosen = found;
    await this.#read();
    if (remember) device.remember(STORED, language);
  }

  /** Have a part of the texts too, now and in every language that is chosen later. Fails where its file cannot be loaded. */
  async need(part: Part): Promise<void> {
    if (this.#parts.has(part)) return;
    this.#parts.add(part);
    try {
      await this.#read();
    } catch (error) {
      this.#parts.delete(part);
      throw error;
    }
  }

  /** Read the texts of the chosen language, and show them. */
  async #read(): Promise<void> {
    const [chosen, parts] = [this.#chosen, [...this.#parts]];
    if (chosen === undefined) return;
    const read = await Promise.all([chosen.load, ...parts.map((part) => chosen.parts[part])].map((load) => load()));
    // more was asked for meanwhile
    if (chosen !== this.#chosen || parts.length !== this.#parts.size) return this.#read();
    this.#messages = Object.assign({}, ...read.map((one) => one.default)) as Messages;
    this.#plurals = pluralForms(chosen.code);
    this.language = chosen.code;
    document.documentElement.lang = chosen.code;
    document.dir = this.direction = chosen.direction;
  }

  /** Text of a code that came from the server; `fallback` (or the code itself) where there is no text for it. */
  code(namespace: string, key: string, params: Params = {}, fallback = key): string {
    const template = choose(this.#messages, `${namespace}.${key}`, params, this.#plurals);
    return template === undefined ? fallback : fill(template, params);
  }
}

export const locale = new Locale();

/** Text of the page's own `key`, typed against the English files. */
export function t(key: PageKey, params: Params = {}): string {
  return locale.code('page', key, params);
}

/** Something under its label: "Games won: 3". */
export function labelled(label: string, said: string): string {
  return `${label}${t('colon')} ${apart(said)}`;
}
