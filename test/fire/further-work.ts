import type { RecordedFact } from '../../events/envelope.js';
import type { ModelState } from '../support/repository/group-model.js';
import type { Client } from './client.js';
import type { ShownDeposit } from './post-work.js';
import type { Work } from './works.js';

/** A group between two of its jobs. */
export interface PreservedGroup {
  /** Repository path. */
  readonly group: string;
  /** In every idempotency key of this work. */
  readonly token: string;
  /** The versions that the group has, oldest first. */
  readonly versions: readonly ModelState[];
  readonly random: () => number;
  /** Imports from a deposit of the group, and follows the job to its end; answers what is wrong with that end. */
  readonly importFrom: (deposit: ShownDeposit, work: Work, token: string) => Promise<string[]>;
}

/** Something that clients do with a group besides imports, while processes die. */
export interface FurtherWork {
  /** Does it to its end, with no deposit of the group left active; answers what is wrong with that end. */
  workOn(client: Client, preserved: PreservedGroup): Promise<string[]>;
  /** All that is wrong with a data folder that nobody holds, after a row of kills, by what was appended since the last. */
  auditRow?(data: string, facts: readonly RecordedFact[]): Promise<string[]>;
  /** All that is wrong with a data folder that nobody holds, after the last work. */
  audit(data: string): Promise<string[]>;
}

/** The audits of several works, one after the other. */
const auditsOf = (works: readonly FurtherWork[]): Required<Pick<FurtherWork, 'auditRow' | 'audit'>> => ({
  async auditRow(data, facts) {
    const faults: string[] = [];
    for (const work of works) faults.push(...((await work.auditRow?.(data, facts)) ?? []));
    return faults;
  },
  async audit(data) {
    const faults: string[] = [];
    for (const work of works) faults.push(...(await work.audit(data)));
    return faults;
  },
});

/** Does one work after the other. */
export const inTurn = (works: readonly FurtherWork[]): FurtherWork => ({
  async workOn(client, preserved) {
    for (const [index, work] of works.entries()) {
      const faults = await work.workOn(client, { ...preserved, token: `${preserved.token}, further ${index + 1}` });
      if (faults.length > 0) return faults;
    }
    return [];
  },
  ...auditsOf(works),
});

/** Does one of several works each time, drawn at random. */
export const oneOf = (works: readonly FurtherWork[]): FurtherWork => ({
  async workOn(client, preserved) {
    const work = works[Math.floor(preserved.random() * works.length)];
    return (await work?.workOn(client, preserved)) ?? [];
  },
  ...auditsOf(works),
});
