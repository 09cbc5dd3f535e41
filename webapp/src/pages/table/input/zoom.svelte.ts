/** How much larger than fitting the reader wants the table. */

/** From fitting to so large that a few tiles stand side by side. */
const STEPS = [1, 1.25, 1.6, 2, 2.5] as const;
export const MOST = 2.5;

export class Zoom {
  factor = $state(1);

  get canGrow(): boolean {
    return this.factor < MOST;
  }

  /** One step larger or smaller. */
  by(step: 1 | -1): void {
    const next =
      step > 0
        ? STEPS.find((factor) => factor > this.factor + 0.01)
        : STEPS.findLast((factor) => factor < this.factor - 0.01);
    if (next !== undefined) this.factor = next;
  }

  set(factor: number): void {
    const rounded = Math.round(Math.max(1, Math.min(MOST, factor)) * 20) / 20;
    this.factor = rounded < 1.1 ? 1 : rounded;
  }
}
