import type { ModelState } from '../support/repository/group-model.js';
import type { Client } from './client.js';

/** A group between two of its jobs. */
export interface Preserved {
  /** Repository path. */
  readonly group: string;
  /** In every idempotency key of this work. */
  readonly token: string;
  /** The versions that the group has, oldest first. */
  readonly versions: readonly ModelState[];
  readonly random: () => number;
}

/** Something that clients do with a group besides imports, while processes die. */
export interface FurtherWork {
  /** Does it to its end, with no deposit of the group left active; answers what is wrong with that end. */
  workOn(client: Client, preserved: Preserved): Promise<string[]>;
  /** All that is wrong with a data folder that nobody holds, after the last work. */
  audit(data: string): Promise<string[]>;
}
