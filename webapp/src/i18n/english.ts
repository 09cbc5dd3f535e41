/** The keys of the English message files, which every language has. */
import type analysis from '../../../src/tilerummy/messages/en/analysis.json';
import type chat from '../../../src/tilerummy/messages/en/chat.json';
import type editions from '../../../src/tilerummy/messages/en/editions.json';
import type events from '../../../src/tilerummy/messages/en/events.json';
import type formats from '../../../src/tilerummy/messages/en/formats.json';
import type guest from '../../../src/tilerummy/messages/en/guest.json';
import type hints from '../../../src/tilerummy/messages/en/hints.json';
import type home from '../../../src/tilerummy/messages/en/home.json';
import type keyboard from '../../../src/tilerummy/messages/en/keyboard.json';
import type lessons from '../../../src/tilerummy/messages/en/lessons.json';
import type lobby from '../../../src/tilerummy/messages/en/lobby.json';
import type page from '../../../src/tilerummy/messages/en/page.json';
import type parts from '../../../src/tilerummy/messages/en/parts.json';
import type people from '../../../src/tilerummy/messages/en/people.json';
import type print from '../../../src/tilerummy/messages/en/print.json';
import type puzzles from '../../../src/tilerummy/messages/en/puzzles.json';
import type refusals from '../../../src/tilerummy/messages/en/refusals.json';
import type replay from '../../../src/tilerummy/messages/en/replay.json';
import type rules from '../../../src/tilerummy/messages/en/rules.json';
import type settings from '../../../src/tilerummy/messages/en/settings.json';
import type sheet from '../../../src/tilerummy/messages/en/sheet.json';
import type table from '../../../src/tilerummy/messages/en/table.json';
import type faults from '../../../src/tilerummy/messages/en/tournament-faults.json';
import type tournament from '../../../src/tilerummy/messages/en/tournament.json';
import type violations from '../../../src/tilerummy/messages/en/violations.json';

type Key =
  | keyof typeof analysis
  | keyof typeof chat
  | keyof typeof editions
  | keyof typeof events
  | keyof typeof formats
  | keyof typeof guest
  | keyof typeof hints
  | keyof typeof home
  | keyof typeof keyboard
  | keyof typeof lessons
  | keyof typeof lobby
  | keyof typeof page
  | keyof typeof parts
  | keyof typeof people
  | keyof typeof print
  | keyof typeof puzzles
  | keyof typeof refusals
  | keyof typeof replay
  | keyof typeof rules
  | keyof typeof settings
  | keyof typeof sheet
  | keyof typeof table
  | keyof typeof faults
  | keyof typeof tournament
  | keyof typeof violations;

/** A key without its plural form. */
type Base<K> = K extends `${infer B}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? B : K;

/** The keys of a namespace, without it. */
export type KeyOf<Namespace extends string> = Key extends infer K
  ? K extends `${Namespace}.${infer Name}`
    ? Base<Name>
    : never
  : never;
