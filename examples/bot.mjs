#!/usr/bin/env node
// A computer player in another language: lays runs and groups of its own rack, never touches what lies on the table.
// Try it with `tilerummy bot check examples/bot.mjs`; docs/players.md has the protocol.
import { createInterface } from 'node:readline';

let edition, game, view;
const say = (line) => process.stdout.write(`${line}\n`);
const number = (tile) => Number(tile.slice(1));
const value = (meld) => meld.reduce((sum, tile) => sum + number(tile), 0);

/** The longest run, else the largest group, of the tiles; none where there is neither. */
function best(tiles) {
  const kinds = [...new Set(tiles)];
  const groups = Array.from({ length: 13 }, (_, at) => kinds.filter((tile) => number(tile) === at + 1));
  const runs = ['k', 'r', 'b', 'y'].flatMap((colour) => {
    const found = [[]];
    for (let at = 1; at <= 13; at++) {
      if (kinds.includes(`${colour}${at}`)) found.at(-1).push(`${colour}${at}`);
      else found.push([]);
    }
    return found;
  });
  const longest = [...runs, ...groups].sort((one, other) => other.length - one.length)[0];
  return longest.length >= 3 ? longest : null;
}

/** All that the rack can lay by itself, without its jokers. */
function laid(rack) {
  const left = rack.filter((tile) => tile.length > 1);
  const melds = [];
  for (let meld = best(left); meld !== null; meld = best(left)) {
    for (const tile of meld) left.splice(left.indexOf(tile), 1);
    melds.push(meld);
  }
  return melds;
}

function move() {
  const opened = view.seats[game.seat].opened;
  const melds = laid(view.rack);
  const points = melds.reduce((sum, meld) => sum + value(meld), 0);
  const texts = melds.map((meld) => meld.join(' '));
  const table = [...view.table, ...texts].join(', ');
  if (melds.length > 0 && opened) return `play ${table}`;
  if (melds.length > 0 && points > edition.opening.amount) return `open ${texts.join(', ')} / ${table}`;
  return view.pool > 0 ? 'draw' : 'pass';
}

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const [word, rest] = space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
  if (word === 'tilerummy') say('hello 1 Own rack');
  else if (word === 'edition') edition = JSON.parse(rest);
  else if (word === 'newgame') game = JSON.parse(rest);
  else if (word === 'view') view = JSON.parse(rest);
  else if (word === 'refused') process.stderr.write(`refused: ${rest}\n`);
  else if (word === 'go') say(move());
  else if (word === 'quit') break;
}
