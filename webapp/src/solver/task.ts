/** The one question the kernel answers, as `solver/task.py` has it, put into bytes and read from them. */
import type { Search } from './kernel';
import { meldOf, type Meld } from './layout';
import type { Rules } from './rules';

export type Objective = 'tiles' | 'value' | 'out';

/** Work that a call may spend: states expanded, and milliseconds (0: no limit). */
export interface Budget {
  readonly nodes: number;
  readonly milliseconds: number;
}

/** Melds are to be made of all tiles of `table` and `must`, and of any of `may`; both are in canonical order. */
export interface Task {
  readonly rules: Rules;
  readonly must: readonly number[];
  readonly may: readonly number[];
  readonly objective: Objective;
  /** Points that all the melds must reach; 0 for none. */
  readonly threshold: number;
  readonly table: readonly Meld[];
}

/** `melds`: null when there is no way (`proved`), or none is found in time. `left` and `bound` as in Python. */
export interface Found {
  readonly melds: readonly Meld[] | null;
  readonly left: readonly number[];
  readonly nodes: number;
  readonly proved: boolean;
  readonly bound: number;
}

/** The kernel does not take the request: it is beyond its limits, or no position. */
export class Malformed extends Error {}

const OBJECTIVES: readonly Objective[] = ['tiles', 'value', 'out'];
const VERSIONS = { plain: 4, special: 104 };
const HEAD = 28;
const RUN_ONLY = 8;
const REPLY_HEAD = 15;
const BETWEEN = 0xff;
const OUTCOME = { proved: 0, none: 1, feasible: 3, malformed: 4 };

/** The least cost, with as much of the table as it lies as can be. Throws Malformed. */
export function best(task: Task, budget: Budget, search: Search): Found {
  return decoded(search(posed(task, budget)), task);
}

function posed({ rules, must, may, objective, threshold, table }: Task, budget: Budget): Uint8Array {
  const head = new DataView(new ArrayBuffer(HEAD));
  head.setUint8(0, rules.switches === null ? VERSIONS.plain : VERSIONS.special);
  head.setUint8(1, rules.copies);
  head.setUint8(2, OBJECTIVES.indexOf(objective));
  head.setUint16(4, rules.penalty, true);
  head.setUint16(6, threshold, true);
  head.setBigUint64(8, BigInt(budget.nodes), true);
  head.setBigUint64(16, BigInt(Math.ceil(budget.milliseconds * 1e6)), true);
  head.setUint16(24, must.length, true);
  head.setUint16(26, may.length, true);
  const switches = rules.switches === null ? [] : [...rules.switches, ...new Array<number>(RUN_ONLY).fill(0)];
  const melds = table.flatMap(({ kinds }) => [kinds.length, ...kinds]);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...switches, ...must, ...may, table.length, ...melds]);
}

function decoded(bytes: Uint8Array, { may, table }: Task): Found {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  const outcome = head.getUint8(0);
  if (outcome === OUTCOME.malformed) throw new Malformed();
  const bound = head.getUint32(1, true);
  const nodes = Number(head.getBigUint64(5, true));
  if (outcome !== OUTCOME.proved && outcome !== OUTCOME.feasible) {
    return { melds: null, left: may, nodes, proved: outcome === OUTCOME.none, bound };
  }
  const keptFrom = REPLY_HEAD + head.getUint16(13, true);
  const meldsFrom = keptFrom + table.length;
  const kept = table.filter((_, at) => bytes[keptFrom + at] === 1);
  const melds = [...kept, ...parted(bytes.subarray(meldsFrom))];
  const left = [...bytes.subarray(REPLY_HEAD, keptFrom)];
  return { melds, left, nodes, proved: outcome === OUTCOME.proved, bound };
}

function parted(bytes: Uint8Array): Meld[] {
  const melds: Meld[] = [];
  for (let begin = 0; begin < bytes.length;) {
    const found = bytes.indexOf(BETWEEN, begin);
    const end = found < 0 ? bytes.length : found;
    melds.push(meldOf([...bytes.subarray(begin, end)]));
    begin = end + 1;
  }
  return melds;
}
