/** Message lookup and filling, without any framework: i18next-v4 style keys (`key_one`, `key_other`, `{{name}}`). */

/** Templates by key: a namespace, a dot, a name. */
export type Messages = Readonly<Record<string, string>>;
export type Params = Readonly<Record<string, string | number>>;

/** A letter of a script that runs from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What is typed as it stands, such as an option of a command. */
const TYPED = /`[^`]*`|(?<!\S)--[a-z][\w-]*(?: [\d.]*\d)?/g;

/** Whether the page runs from right to left; a worker has no page. */
const leftward = (): boolean => 'document' in globalThis && document.dir === 'rtl';

/**
 * What is filled into a sentence, set apart where it or the sentence runs from right to left: so `b4` stays `b4`, and a
 * name takes no full stop along.
 */
export function apart(said: string): string {
  const alone = /^\d*$/.test(said);
  return LEFTWARD.test(said) || (leftward() && !alone) ? `\u2068${said}\u2069` : said;
}

/** Fill the `{{name}}` places of `template`; a place without a value stays visible, so that tests find it. */
export function fill(template: string, params: Params): string {
  const said = leftward() ? template.replace(TYPED, '\u2066$&\u2069') : template;
  return said.replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    name in params ? apart(String(params[name])) : place,
  );
}

/** Points with their sign before them, as they are read in every language; a dash where there are none. */
export function signed(points: number | null): string {
  if (points === null) return '–';
  // a mark without width: among letters that run the other way the sign would go to the other side
  const before = leftward() && points !== 0 ? '\u200e' : '';
  return before + (points > 0 ? `+${points}` : String(points).replace('-', '−'));
}

/** Figures with signs between them, `3 / 4` or `51 ± 2`, from left to right in every language. */
export function figures(said: string): string {
  return leftward() ? `\u2066${said}\u2069` : said;
}

/** An average with its sign, to one place. */
export function averaged(points: number, language: string): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return format.format(points).replace('-', '−');
}

/** The plural form of each number in a language; the browser, which is slow, is asked once for each. */
export function pluralForms(language: string): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const known = new Map<number, string>();
  return (count) => {
    const form = known.get(count) ?? rules.select(count);
    known.set(count, form);
    return form;
  };
}

/** The template for `key`, choosing the plural `form` by `count`; undefined where there is none. */
export function choose(
  messages: Messages,
  key: string,
  params: Params,
  form: (count: number) => string,
): string | undefined {
  const count = params.count;
  if (typeof count === 'number') {
    const plural = messages[`${key}_${form(count)}`] ?? messages[`${key}_other`];
    if (plural !== undefined) return plural;
  }
  return messages[key];
}
