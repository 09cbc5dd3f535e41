/** The keys of the English message files, which every language has. */
import type analysis from '../../../src/tilerummy/messages/en/analysis.json';
import type camera from '../../../src/tilerummy/messages/en/camera.json';
import type chat from '../../../src/tilerummy/messages/en/chat.json';
import type checkin from '../../../src/tilerummy/messages/en/checkin.json';
import type circles from '../../../src/tilerummy/messages/en/circles.json';
import type closing from '../../../src/tilerummy/messages/en/closing.json';
import type clubs from '../../../src/tilerummy/messages/en/clubs.json';
import type consent from '../../../src/tilerummy/messages/en/consent.json';
import type counting from '../../../src/tilerummy/messages/en/counting.json';
import type days from '../../../src/tilerummy/messages/en/days.json';
import type editions from '../../../src/tilerummy/messages/en/editions.json';
import type evenings from '../../../src/tilerummy/messages/en/evenings.json';
import type events from '../../../src/tilerummy/messages/en/events.json';
import type formats from '../../../src/tilerummy/messages/en/formats.json';
import type guest from '../../../src/tilerummy/messages/en/guest.json';
import type home from '../../../src/tilerummy/messages/en/home.json';
import type keyboard from '../../../src/tilerummy/messages/en/keyboard.json';
import type lessons from '../../../src/tilerummy/messages/en/lessons.json';
import type lobby from '../../../src/tilerummy/messages/en/lobby.json';
import type mail from '../../../src/tilerummy/messages/en/mail.json';
import type notices from '../../../src/tilerummy/messages/en/notices.json';
import type page from '../../../src/tilerummy/messages/en/page.json';
import type passkeys from '../../../src/tilerummy/messages/en/passkeys.json';
import type pause from '../../../src/tilerummy/messages/en/pause.json';
import type people from '../../../src/tilerummy/messages/en/people.json';
import type puzzles from '../../../src/tilerummy/messages/en/puzzles.json';
import type recovery from '../../../src/tilerummy/messages/en/recovery.json';
import type referee from '../../../src/tilerummy/messages/en/referee.json';
import type refusals from '../../../src/tilerummy/messages/en/refusals.json';
import type register from '../../../src/tilerummy/messages/en/register.json';
import type replay from '../../../src/tilerummy/messages/en/replay.json';
import type rules from '../../../src/tilerummy/messages/en/rules.json';
import type seasons from '../../../src/tilerummy/messages/en/seasons.json';
import type services from '../../../src/tilerummy/messages/en/services.json';
import type sheet from '../../../src/tilerummy/messages/en/sheet.json';
import type table from '../../../src/tilerummy/messages/en/table.json';
import type tournament from '../../../src/tilerummy/messages/en/tournament.json';

type Key =
  | keyof typeof analysis
  | keyof typeof camera
  | keyof typeof chat
  | keyof typeof checkin
  | keyof typeof circles
  | keyof typeof closing
  | keyof typeof clubs
  | keyof typeof consent
  | keyof typeof counting
  | keyof typeof days
  | keyof typeof editions
  | keyof typeof evenings
  | keyof typeof events
  | keyof typeof formats
  | keyof typeof guest
  | keyof typeof home
  | keyof typeof keyboard
  | keyof typeof lessons
  | keyof typeof lobby
  | keyof typeof mail
  | keyof typeof notices
  | keyof typeof page
  | keyof typeof passkeys
  | keyof typeof pause
  | keyof typeof people
  | keyof typeof puzzles
  | keyof typeof recovery
  | keyof typeof referee
  | keyof typeof refusals
  | keyof typeof register
  | keyof typeof replay
  | keyof typeof rules
  | keyof typeof seasons
  | keyof typeof services
  | keyof typeof sheet
  | keyof typeof table
  | keyof typeof tournament;

/** A key without its plural form. */
type Base<K> = K extends `${infer B}_${'one' | 'other' | 'few' | 'many' | 'two' | 'zero'}` ? B : K;

/** The keys of a namespace, without it. */
export type KeyOf<Namespace extends string> = Key extends infer K
  ? K extends `${Namespace}.${infer Name}`
    ? Base<Name>
    : never
  : never;
