import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatLine } from '../../src/gen/protocol';
import { Talk } from '../../src/pages/table/chat/chat.svelte';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.useFakeTimers({ now: 1_000_000 });
});
const line = (number: number, name: string, at = Date.now()): ChatLine => ({
  number,
  at,
  name,
  seated: true,
  text: `line ${number}`,
  phrase: null,
});
const chatted = (...lines: ChatLine[]): { t: 'chatted'; lines: ChatLine[] } => ({ t: 'chatted', lines });

test('what was said before one came is there and is no news', () => {
  const talk = new Talk('room');
  expect(talk.hear(chatted(line(1, 'Ann', 5), line(2, 'Bob', 6)), 0)).toEqual([]);
  expect([talk.lines.length, talk.unread, talk.news]).toEqual([2, 0, null]);
});

test('a line that comes is news until it is seen, and after a reconnect it comes no second time', () => {
  const talk = new Talk('room');
  talk.hear(chatted(line(1, 'Ann', 5)), 0);
  expect(talk.hear(chatted(line(2, 'Bob')), 0).length).toBe(1);
  expect([talk.unread, talk.news?.name]).toEqual([1, 'Bob']);
  expect(talk.hear(chatted(line(1, 'Ann', 5), line(2, 'Bob')), 0)).toEqual([]);
  expect(talk.unread).toBe(1);
  talk.look(true);
  expect([talk.unread, talk.news]).toEqual([0, null]);
  talk.hear(chatted(line(3, 'Ann')), 0);
  expect(talk.unread).toBe(0);
});

test('who is hidden is not heard, here and at the next visit, until he is heard again', () => {
  const talk = new Talk('room');
  talk.hide('Bob', true);
  expect(talk.hear(chatted(line(1, 'Bob')), 0)).toEqual([]);
  expect(talk.react({ t: 'reacted', seat: 1, reaction: 'heart' }, 'Bob')).toBe(false);
  expect([talk.heard, talk.unread, talk.reactions]).toEqual([[], 0, []]);
  expect(new Talk('room').hidden).toEqual(['Bob']);
  expect(new Talk('other').hidden).toEqual([]);
  talk.hide('Bob', false);
  expect(talk.heard.length).toBe(1);
});

test('a reaction is seen for a moment, one at a time for each seat', () => {
  const talk = new Talk('room');
  talk.react({ t: 'reacted', seat: 1, reaction: 'heart' }, 'Bob');
  talk.react({ t: 'reacted', seat: 1, reaction: 'star' }, 'Bob');
  talk.react({ t: 'reacted', seat: 0, reaction: 'wow' }, 'Ann');
  expect(talk.reactions.map(({ reaction }) => reaction)).toEqual(['star', 'wow']);
  vi.advanceTimersByTime(10_000);
  expect(talk.reactions).toEqual([]);
});
