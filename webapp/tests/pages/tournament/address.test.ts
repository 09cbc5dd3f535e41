/** The address of a server, as an organiser types it. */
import { expect, test } from 'vitest';
import { addressIn } from '../../../src/pages/tournament/address';

test.each([
  ['192.168.1.20', 'http://192.168.1.20:8000'],
  [' 192.168.1.20:9000/ ', 'http://192.168.1.20:9000'],
  ['http://hall.local', 'http://hall.local:8000'],
  ['https://club.example', 'https://club.example'],
  ['https://club.example:8443', 'https://club.example:8443'],
])('%s', (typed, address) => {
  expect(addressIn(typed, '8000')).toBe(address);
});

test.each([
  '',
  'localhost',
  '127.0.0.1:8000',
  '[::1]',
  '0.0.0.0',
  'club.example/e/abc',
  'two words',
  'ftp://club.example',
])('%s reaches nobody', (typed) => {
  expect(addressIn(typed, '8000')).toBeUndefined();
});
