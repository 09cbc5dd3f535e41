/** Texts that few pages show: each part is a file of its own, which the pages that show it wait for. */
import type { PageName } from '../paths';

/** The namespaces of each part. */
export const PARTS = {
  camera: ['camera'],
  circle: ['circle'],
  events: ['checkin', 'club', 'referee', 'sheet', 'tournament'],
  lessons: ['lesson'],
  replay: ['replay'],
} as const;
export type Part = keyof typeof PARTS;

/** The part that a page shows. */
export const PART_OF: Partial<Record<PageName, Part>> = {
  bigScreen: 'events',
  circle: 'circle',
  club: 'events',
  events: 'events',
  learn: 'lessons',
  print: 'events',
  replay: 'replay',
  sheet: 'events',
  tournament: 'events',
};
