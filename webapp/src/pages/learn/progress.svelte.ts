/** Which lessons this browser has seen done. */
import { device } from '../../storage';
import { LESSONS, type LessonName } from './lessons';

const STORED = 'tilerummy.lessons';

class Progress {
  #done = $state.raw<readonly string[]>(device.recall<{ done: string[] }>(STORED)?.done ?? []);

  /** The browser did not keep the last lesson. */
  unkept = $state(false);

  readonly count = $derived(LESSONS.filter((lesson) => this.#done.includes(lesson)).length);

  get done(): readonly string[] {
    return this.#done;
  }

  has(lesson: LessonName): boolean {
    return this.#done.includes(lesson);
  }

  /** The lesson to go on with: the first that is not done, the first of all when all are. */
  get next(): LessonName {
    return LESSONS.find((lesson) => !this.has(lesson)) ?? LESSONS[0];
  }

  finish(lesson: LessonName): void {
    if (this.has(lesson)) return;
    this.add([lesson]);
  }

  /** Whether the browser keeps that these are done too. */
  add(lessons: readonly string[]): boolean {
    this.#done = [...new Set([...this.#done, ...lessons])];
    this.unkept = !device.remember(STORED, JSON.stringify({ done: this.#done }));
    return !this.unkept;
  }
}

export const progress = new Progress();
