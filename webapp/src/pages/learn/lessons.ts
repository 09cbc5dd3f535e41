/** The lessons: positions of the default edition, and what must be laid from the rack. The server judges every play. */
import type { PageKey } from '../../i18n/i18n.svelte';
import type { Kind } from '../../board/tiles';

export const EDITION = 'original';
export const LESSONS = ['group', 'run', 'opening', 'adding', 'splitting', 'joker'] as const;
export type LessonName = (typeof LESSONS)[number];

export interface Stage {
  readonly text: PageKey;
  readonly done: PageKey;
  readonly table: readonly string[];
  readonly rack: readonly Kind[];
  readonly opened: boolean;
  /** The stage is over when a legal play has laid at least these. */
  readonly lay: readonly Kind[];
}

const of = (line: string): string[] => line.split(' ');

export const STAGES: Readonly<Record<LessonName, readonly Stage[]>> = {
  group: [
    {
      text: 'lesson-group-text',
      done: 'lesson-group-done',
      table: [],
      rack: of('k7 r3 r7 b7 b12 y1'),
      opened: true,
      lay: of('k7 r7 b7'),
    },
  ],
  run: [
    {
      text: 'lesson-run-text',
      done: 'lesson-run-done',
      table: ['k7 r7 b7'],
      rack: of('b4 b5 b6 b7 r3 y11'),
      opened: true,
      lay: of('b4 b5 b6 b7'),
    },
  ],
  opening: [
    {
      text: 'lesson-opening-text',
      done: 'lesson-opening-done',
      table: ['k11 r11 y11'],
      rack: of('k9 r9 b9 y1 y2 y3 r12'),
      opened: false,
      lay: of('k9 r9 b9 y1 y2 y3'),
    },
  ],
  adding: [
    {
      text: 'lesson-adding-text',
      done: 'lesson-adding-done',
      table: ['b4 b5 b6', 'k9 r9 b9'],
      rack: of('b7 y9 k2 r12'),
      opened: true,
      lay: of('b7 y9'),
    },
  ],
  splitting: [
    {
      text: 'lesson-splitting-text',
      done: 'lesson-splitting-done',
      table: ['r3 r4 r5 r6 r7', 'k9 b9 y9'],
      rack: of('r5 b1 k12'),
      opened: true,
      lay: ['r5'],
    },
  ],
  joker: [
    {
      text: 'lesson-joker-text',
      done: 'lesson-joker-done',
      table: ['k2 k3 k4'],
      rack: of('r8 J r10 b1'),
      opened: true,
      lay: of('r8 J r10'),
    },
    {
      text: 'lesson-joker-2-text',
      done: 'lesson-joker-2-done',
      table: ['k2 k3 k4', 'r8 J r10'],
      rack: of('r9 k11 y11 b1'),
      opened: true,
      lay: of('r9 k11 y11'),
    },
  ],
};

export function isLesson(name: string | undefined): name is LessonName {
  return (LESSONS as readonly (string | undefined)[]).includes(name);
}

/** The position in a line of notation, as the server reads it. */
export function positionText({ table, rack, opened }: Stage): string {
  return `${table.join(', ')} | ${rack.join(' ')} | ${opened ? 'opened' : 'unopened'}`;
}

/** Whether what was laid is what the stage asks for; more than that is welcome. */
export function reaches(stage: Stage, played: readonly Kind[]): boolean {
  const left = [...played];
  return stage.lay.every((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
