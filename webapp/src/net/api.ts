/** What the server answers over HTTP: lists, new rooms, reviews, puzzles. */
import type {
  Analysed,
  Analysis,
  Back,
  BrowserKept,
  Card,
  DevicesEnded,
  DevicesShown,
  EditionListed,
  Evenings,
  Forgotten,
  GameAnalysis,
  HandoverMade,
  HandoverShown,
  HandoverState,
  HandoverTaken,
  Levels,
  NewPasskey,
  NewReport,
  NewRoom,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeysShown,
  PasskeyWanted,
  PastGames,
  Previewed,
  PuzzleRated,
  PuzzleShown,
  Question,
  MailOpened,
  RecoveryMade,
  RecoveryShown,
  RecoveryState,
  Replay,
  ReportMade,
  Review,
  RoomListed,
  RoomMade,
} from '../gen/protocol';
import { call, ensureSession, LONG, post } from './http';

export const editions = (): Promise<EditionListed[]> => call('/api/editions');
export const evenings = (): Promise<Evenings> => call('/api/sheets');
export const levels = (): Promise<Levels> => call('/api/levels');
export const myRooms = (): Promise<RoomListed[]> => call('/api/rooms');
/** The guest's games that are over, the last first; `before` is what the page before said comes next. */
export const pastGames = (before: string | null): Promise<PastGames> =>
  call(`/api/rooms/finished${before === null ? '' : `?before=${encodeURIComponent(before)}`}`);
/** A link's token that makes another browser this one's guest, once and soon. */
export const handOver = (kept: BrowserKept): Promise<HandoverMade> => post('/api/handovers', { kept });
/** How this guest's last link stands, and the word on who asks to use it. */
export const handover = (): Promise<HandoverState> => call('/api/handovers');
export const answerHandover = (code: string, agreed: boolean): Promise<HandoverState> =>
  post('/api/handovers/answer', { code, agreed });
export const lookAtHandover = (token: string): Promise<HandoverShown> => post('/api/handovers/look', { token });
export const takeHandover = (token: string): Promise<HandoverTaken> => post('/api/handovers/take', { token });
/** Whether this guest has a recovery sheet; a new one, whose words are told this once. */
export const recovery = (): Promise<RecoveryState> => call('/api/recovery');
export const makeRecovery = (): Promise<RecoveryMade> => post('/api/recovery', {});
/** Whose games a recovery sheet brings, and bringing them. */
export const lookAtRecovery = (words: string): Promise<RecoveryShown> => post('/api/recovery/look', { words });
export const takeRecovery = (words: string): Promise<Back> => post('/api/recovery/take', { words });
/** This guest's passkeys: what a new one needs, keeping it, calling one otherwise, removing one. */
export const passkeys = (): Promise<PasskeysShown> => call('/api/passkeys');
export const wantPasskey = (): Promise<PasskeyWanted> => post('/api/passkeys/wanted', {});
export const keepPasskey = (made: NewPasskey): Promise<PasskeysShown> => post('/api/passkeys', made);
export const namePasskey = (id: string, name: string): Promise<PasskeysShown> =>
  post(`/api/passkeys/${encodeURIComponent(id)}/name`, { name });
export const endPasskey = (id: string): Promise<PasskeysShown> =>
  post(`/api/passkeys/${encodeURIComponent(id)}/end`, {});
/** What a passkey is to sign, and coming back by what it has signed. */
export const challengePasskey = (): Promise<PasskeyChallenge> => post('/api/passkeys/challenge', {});
export const takePasskey = (answer: PasskeyAnswer): Promise<Back> => post('/api/passkeys/take', answer);
/** What the links in mails do: `confirm` an address, `stop` its mails; where one leads, and coming back by it. */
export const answerMail = (what: 'confirm' | 'stop', token: string): Promise<unknown> =>
  post(`/api/notices/mail/${what}`, { token });
export const lookAtMail = (token: string): Promise<MailOpened> => post('/api/notices/mail/look', { token });
export const takeMail = (token: string): Promise<Back> => post('/api/notices/mail/take', { token });
/** The browsers in which this guest is known, and their end. */
export const devices = (): Promise<DevicesShown> => call('/api/sessions');
export const endDevice = (session: string): Promise<DevicesEnded> =>
  post(`/api/sessions/${encodeURIComponent(session)}/end`, {});
export const endOtherDevices = (): Promise<DevicesEnded> => post('/api/sessions/end-others', {});
/** This browser is the guest again who was here before. */
export const bringBack = (): Promise<Back> => post('/api/sessions/back', {});
/** The server forgets this guest. */
export const forget = (): Promise<Forgotten> => post('/api/session/forget', {});
export const openRooms = (): Promise<RoomListed[]> => call('/api/rooms/open');
/** The puzzle of an id; without one today's. */
export const puzzle = (edition: string, id?: string): Promise<PuzzleShown> =>
  call(`/api/puzzles/${encodeURIComponent(edition)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`);
/** The first try of a puzzle: the tiles it laid, none for who asked for the solution. */
export const tellTry = (edition: string, id: string, played: readonly string[]): Promise<PuzzleRated> =>
  post(`/api/puzzles/${encodeURIComponent(edition)}/${encodeURIComponent(id)}`, { played });
export const judge = (question: Question): Promise<Previewed> => post('/api/judge', question);
export const analyse = (question: Analysis): Promise<Analysed> => post('/api/analysis', question);
export const makeRoom = (room: NewRoom): Promise<RoomMade> => post('/api/rooms', room);
export const review = (room: string): Promise<Review> =>
  call(`/api/rooms/${encodeURIComponent(room)}/review`, {}, LONG);
export const replay = (room: string): Promise<Replay> => call(`/api/rooms/${encodeURIComponent(room)}/replay`);
export const analysis = (room: string): Promise<GameAnalysis> =>
  call(`/api/rooms/${encodeURIComponent(room)}/analysis`, {}, LONG);
/** The analysis of a record, given as its text. */
export async function analyseRecord(record: string): Promise<GameAnalysis> {
  await ensureSession();
  return call(
    '/api/records/analysis',
    { method: 'POST', headers: { 'content-type': 'application/jsonl' }, body: record },
    LONG,
  );
}
/** Report a person at a table to the owner of the server. */
export const report = (room: string, asked: NewReport): Promise<ReportMade> =>
  post(`/api/rooms/${encodeURIComponent(room)}/reports`, asked);
export const editionCard = (id: string, language: string): Promise<Card> =>
  call(`/api/editions/${encodeURIComponent(id)}/card?lang=${language}`);
export const roomCard = (room: string, language: string): Promise<Card> =>
  call(`/api/rooms/${encodeURIComponent(room)}/card?lang=${language}`);
