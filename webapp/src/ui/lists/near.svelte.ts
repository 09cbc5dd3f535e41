/** Long lists draw only what is near what is seen, so that a thousand people cost no more than a screen of them. */
import { flushSync } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { SvelteSet } from 'svelte/reactivity';

type Key = string | number;

/** Items from which on a list is long. */
const LONG = 60;
/** How far around what is seen is drawn. */
const AROUND = '50% 0px';

/**
 * The items of a list that are drawn: all of a short one, and on paper; of a long one those near what is seen. The others
 * keep their place. What has the focus stays, and what says `data-keep`, as it holds something that is not sent yet.
 */
export class Near {
  readonly #drawn = new SvelteSet<Key>();
  readonly #keys = new WeakMap<Element, Key>();
  readonly #heights = new Map<Key, string>();
  readonly #count: () => number;
  #paper = $state(false);
  #observer: IntersectionObserver | undefined;
  readonly long = $derived.by(() => this.#count() > LONG);

  /** For a component; `count`: how many items there are. */
  constructor(count: () => number) {
    this.#count = count;
    $effect(() => {
      const before = (): void => this.#print(true);
      const after = (): void => this.#print(false);
      addEventListener('beforeprint', before);
      addEventListener('afterprint', after);
      return () => {
        removeEventListener('beforeprint', before);
        removeEventListener('afterprint', after);
        this.#observer?.disconnect();
      };
    });
  }

  /** Whether an item is drawn. */
  has(key: Key): boolean {
    return !this.long || this.#paper || this.#drawn.has(key);
  }

  /** The height that an item had when it was drawn last. */
  height(key: Key): string | undefined {
    return this.#heights.get(key);
  }

  /** For the element that keeps an item's place. */
  at(key: Key): Attachment<HTMLElement> {
    return (element) => {
      if (!this.long) return;
      this.#observer ??= new IntersectionObserver((seen) => this.#see(seen), { rootMargin: AROUND });
      this.#keys.set(element, key);
      this.#observer.observe(element);
      return () => this.#observer?.unobserve(element);
    };
  }

  #see(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const key = this.#keys.get(target) ?? '';
      if (isIntersecting) this.#drawn.add(key);
      else if (
        this.#drawn.has(key) &&
        !target.contains(document.activeElement) &&
        !target.querySelector('[data-keep]')
      ) {
        this.#heights.set(key, `${boundingClientRect.height}px`);
        this.#drawn.delete(key);
      }
    }
  }

  /** Paper is laid out as soon as this is over. */
  #print(on: boolean): void {
    this.#paper = on;
    flushSync();
  }
}
