/** The message files as the page reads them: the languages, a module of each with what every page says, and one of each part. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PARTS } from '../src/i18n/parts.ts';

/** Where the messages are. */
export const FOLDER = join(import.meta.dirname, '../../src/tilerummy/messages');
/** Namespaces that Python alone reads. */
const UNREAD = ['cli', 'link', 'notice', 'site', 'transcript'];
const PART_OF = new Map(Object.entries(PARTS).flatMap(([part, names]) => names.map((name) => [name as string, part])));
const MODULE = 'virtual:messages';

/** The languages there are, English first, the others in the order of their codes. */
export function languages(): string[] {
  const found = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'cli.json')));
  return found.sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));
}

/** A language in its own words, with a capital: "Deutsch", "Suomi"; its code where it has no name. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** How a language runs, as HTML names it. */
export function direction(code: string): 'ltr' | 'rtl' {
  return /^direction = "rtl"$/m.test(readFileSync(join(FOLDER, code, 'language.toml'), 'utf8')) ? 'rtl' : 'ltr';
}

/** The message files of a language. */
export function files(language: string): string[] {
  const folder = join(FOLDER, language);
  const read = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return read.sort().map((name) => join(folder, name));
}

/** The texts of a language that the page reads, by their keys. */
export function texts(language: string): Record<string, string> {
  const areas = files(language).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  const read = Object.entries(Object.assign({}, ...areas) as Record<string, string>);
  return Object.fromEntries(read.filter(([key]) => !UNREAD.includes(namespaceOf(key))));
}

/** Those of a part; without one, those that every page reads. */
export function textsOf(language: string, part?: string): Record<string, string> {
  const read = Object.entries(texts(language));
  return Object.fromEntries(read.filter(([key]) => PART_OF.get(namespaceOf(key)) === part));
}

function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/** The module of a language's texts, of a part or of every page. */
export function moduleOf(language: string, part?: string): string {
  return `\0${named(language, part)}`;
}

function named(language: string, part?: string): string {
  return [MODULE, part, language].filter(Boolean).join('/');
}

export function messages(): Plugin {
  return {
    name: 'messages',
    // the server puts them in in the reader's language
    transformIndexHtml(html, { server }) {
      if (server === undefined) return html;
      const english: Record<string, string> = { language: 'en', direction: 'ltr', ...texts('en') };
      return html.replaceAll(/\{\{(.+?)\}\}/g, (_, key: string) => english[key] ?? key);
    },
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      const [name, ...rest] = id.split('/');
      if (name !== `\0${MODULE}`) return null;
      const [language, part] = rest.reverse();
      if (language === undefined) {
        const each = languages().map((code) => {
          const known = { code, name: ownName(code), direction: direction(code) };
          const load = (part?: string): string => `() => import('${named(code, part)}')`;
          const parts = Object.keys(PARTS).map((part) => `${part}: ${load(part)}`);
          return `{ ...${JSON.stringify(known)}, load: ${load()}, parts: { ${parts.join(', ')} } }`;
        });
        return `export default [${each.join(', ')}];`;
      }
      for (const file of files(language)) this.addWatchFile(file);
      // a browser reads a long text of JSON sooner than as much script
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(textsOf(language, part)))});`;
    },
  };
}
