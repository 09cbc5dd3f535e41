/** Typed commands carried out: through the same functions as taps, so that nothing can be typed that could not be tapped. */
import {
  CommandFault,
  find,
  jokerOf,
  parse,
  setOf,
  splitAt,
  VOCABULARY,
  type Command,
  type Word,
} from '../../../board/command';
import { isJoker } from '../../../board/tiles';
import { locale, t } from '../../../i18n/i18n.svelte';
import { refusalText } from '../../../i18n/refusals';
import type { Board } from './hands.svelte';
import { tileName } from '../game/names';
import { lastText, othersText, rackText, setText, tableText, timeText, whyText } from '../a11y/asked';
import { say } from '../questions/consent';

/** The reader's own words for those of the command language. */
function names(): ReadonlyMap<string, string> {
  return new Map(VOCABULARY.map((word) => [locale.code('command', `word-${word}`), word]));
}

/** Carry out a line; false where it could not be done, which the page's voice explains. `help` opens the help. */
export function carryOut(line: string, board: Board, help: () => void): boolean {
  const { voice, palette } = board.game;
  try {
    const said = run(parse(line, names()), board, help);
    if (said !== null) voice.say(said);
    return true;
  } catch (fault) {
    if (!(fault instanceof CommandFault)) throw fault;
    voice.say(faultSentence(fault, palette));
    return false;
  }
}

function faultSentence({ code, params }: CommandFault, palette: readonly string[]): string {
  if (code === 'no-set') return t('set-none', params);
  if (code === 'turn') return refusalText('not-your-turn');
  if (code === 'hints') return refusalText('hints-off');
  const named = typeof params.tile === 'string' ? { ...params, tile: tileName(params.tile, palette) } : params;
  return locale.code('command', `fault-${code}`, named);
}

/** What is to be said about it, null where the change speaks for itself. */
function run(command: Command, board: Board, help: () => void): string | null {
  const { game, drafting } = board;
  const { base, draft, rack } = drafting;
  switch (command.t) {
    case 'word':
      return word(command.word, board, help);
    case 'set':
      setOf(draft, command.set);
      return setText(game, command.set - 1);
    case 'sort':
      drafting.sort(command.by);
      return rackText(game);
    case 'split': {
      const at = splitAt(base, draft, command.set, command.kind);
      const meld = setOf(draft, command.set);
      mayArrange(board);
      if (!board.refuses(meld)) drafting.split(meld.id, at);
      return null;
    }
    case 'state': {
      const joker = jokerOf(base, draft, command.set, command.kind);
      const meld = setOf(draft, command.set);
      mayArrange(board);
      if (!board.refuses(meld)) drafting.stateReading(meld.id, meld.kind, { ...meld.stands, [joker]: command.stands });
      return null;
    }
    case 'move': {
      const { ids, stands } = find(base, draft, rack, command.picks);
      const target =
        typeof command.to === 'number'
          ? ({ to: 'meld', meld: setOf(draft, command.to).id, at: null } as const)
          : ({ to: command.to } as const);
      mayArrange(board);
      const onto = ids.filter((id) => target.to !== 'rack' || drafting.meldOf(id) !== undefined);
      if (!board.place(target, onto)) return null;
      const meld = ids[0] === undefined ? undefined : drafting.meldOf(ids[0]);
      const stated = Object.keys(stands).some((id) => isJoker(drafting.kindOf(id)));
      if (meld !== undefined && stated) drafting.stateReading(meld.id, meld.kind, stands);
      return null;
    }
  }
}

function mayArrange(board: Board): void {
  if (!board.mayArrange) throw new CommandFault('arrange');
}

function word(word: Word, board: Board, help: () => void): string | null {
  const { game, drafting } = board;
  switch (word) {
    case 'undo':
    case 'redo':
      mayArrange(board);
      if (word === 'undo' ? !drafting.canUndo : !drafting.canRedo) throw new CommandFault(word);
      drafting[word]();
      return null;
    case 'reset':
      mayArrange(board);
      if (!drafting.dirty) throw new CommandFault(word);
      drafting.reset();
      return null;
    case 'play':
    case 'draw':
    case 'pass':
      if (!game.myTurn) throw new CommandFault('turn');
      if (word !== 'play' && (game.state?.pool === 0) !== (word === 'pass'))
        throw new CommandFault(word === 'pass' ? 'pool' : 'pool-empty');
      board.press(word);
      return null;
    case 'hint':
      if (!game.mayHint) throw new CommandFault(game.myTurn ? 'hints' : 'turn');
      board.hint();
      return null;
    case 'takeback':
      void game.takeBack();
      return null;
    case 'pause':
      void say(game, { t: game.state?.pause == null ? 'pause' : 'go-on' });
      return null;
    case 'why':
      return whyText(game);
    case 'rack':
      return rackText(game);
    case 'table':
      return tableText(game);
    case 'clock':
      return timeText(game);
    case 'players':
      return othersText(game);
    case 'last':
      return lastText(game);
    case 'help':
      help();
      return null;
  }
}
