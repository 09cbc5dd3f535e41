import type { Options } from '../../gen/protocol';

/** What a host chooses where a turn takes hours or days. */
export type Days = Required<Pick<Options, 'overdue' | 'holidays' | 'nights'>>;
