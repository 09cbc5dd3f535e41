/** What each lesson lays before the learner, turn by turn, and what it wants; `tests/library/test_lessons.py` proves it. */
import type { EditionShown, Hinted, Refused } from '../../gen/protocol';
import type { Params } from '../../i18n/format';
import type { Kind } from '../../board/tiles';
import type { Told } from '../table/game/hint.svelte';
import data from './positions.json';
import type { LessonName } from './lessons';

interface Source {
  /** A line of notation, as the server reads it. */
  readonly position: string;
  /** The tiles that must be laid, or the tile that a draw brings. */
  readonly lay?: string;
  readonly draw?: string;
  /** Numbers that the text says. */
  readonly says?: Params;
  /** Whether another legal move gets an answer of this lesson's own. */
  readonly warns?: boolean;
}

export interface Turn {
  readonly position: string;
  readonly table: readonly string[];
  readonly rack: readonly Kind[];
  readonly opened: boolean;
  readonly lay: readonly Kind[];
  readonly draw: Kind | null;
  readonly says: Params;
  readonly warns: boolean;
}

/** What the table says to a move that is not made. */
export type Wrong = Pick<Refused, 'code'> & Partial<Refused>;

/** Turns to be played at a table of one's own. */
export interface Exercise {
  readonly edition: Pick<EditionShown, 'id' | 'palette' | 'jokers'>;
  readonly turns: readonly Turn[];
  /** The answer to a player who draws where the turn has nothing to draw. */
  readonly noDraw: Wrong;
  /** The best play, of which so much is told as a hint; without it there are no hints. */
  readonly hint?: { readonly most: Told; ask(turn: Turn): Promise<Omit<Hinted, 't' | 'id' | 'on'>> };
  /** What is said of a legal play that is not the one that is asked for. */
  wrong(turn: Turn, played: readonly Kind[]): Wrong | null;
}

const SOURCES: Readonly<Record<LessonName, { edition: string; turns: readonly Source[] }>> = data.lessons;
const EDITIONS: Readonly<Record<string, Pick<EditionShown, 'palette' | 'jokers'>>> = data.editions;

const words = (line = '', by = ' '): string[] =>
  line
    .split(by)
    .map((word) => word.trim())
    .filter((word) => word !== '');

export function turnOf({ position, lay, draw, says = {}, warns = false }: Source): Turn {
  const [table, rack, opened] = position.split('|');
  return {
    position,
    table: words(table, ','),
    rack: words(rack),
    opened: opened?.trim() === 'opened',
    lay: words(lay),
    draw: draw ?? null,
    says,
    warns,
  };
}

export function lessonOf(name: LessonName): Exercise {
  const { edition, turns } = SOURCES[name];
  return {
    edition: { id: edition, ...EDITIONS[edition]! },
    turns: turns.map(turnOf),
    noDraw: { code: 'lesson-draw' },
    wrong: (turn, played) => (reaches(turn, played) ? null : { code: turn.warns ? `lesson-${name}` : 'lesson-other' }),
  };
}

/** The tiles that remain when others are taken away; those that were never there count for nothing. */
export function without(tiles: readonly Kind[], taken: readonly Kind[]): Kind[] {
  const gone = [...taken];
  return tiles.filter((kind) => {
    const at = gone.indexOf(kind);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}

/** Whether what was laid is what the turn asks for, no less and no more. */
export function reaches({ lay }: Turn, played: readonly Kind[]): boolean {
  return played.length === lay.length && without(lay, played).length === 0;
}
