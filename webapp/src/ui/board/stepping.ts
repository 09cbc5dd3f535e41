/** F6 and Shift+F6 lead from region to region, wherever the focus is on the page. */
import { into, type Regions } from './regions';

export function step(regions: Regions, event: KeyboardEvent): void {
  if (event.key !== 'F6' || document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  const all = regions.all();
  const now = all.findIndex((region) => region.contains(document.activeElement));
  for (let by = 1; by <= all.length; by += 1) {
    const at = (now + (event.shiftKey ? -by : by) + all.length * 2) % all.length;
    if (into(all[at])) return;
  }
}
