/** Leaves out of the build what no reader of the page ever needs. */
import type { Plugin } from 'vite';

/** What forms and a few pages need of the framework: functions alone, so that who needs none of them need not load them. */
export const INPUTS =
  /\/svelte\/src\/internal\/client\/dom\/(elements\/(bindings\/(select|input)|actions)|blocks\/html)\.js$/;
const ELEMENTS = /\/svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/;

export function lean(): Plugin {
  return {
    name: 'lean',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      // Components of ours are never custom elements, but their class would be kept for its side effects.
      return ELEMENTS.test(id) ? 'export function create_custom_element() {}' : null;
    },
    transform(code, id) {
      return INPUTS.test(id) ? { code, map: null, moduleSideEffects: false } : null;
    },
  };
}
