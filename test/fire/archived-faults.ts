import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import { logOf } from '../support/command-bench.js';
import { atRest, WORKSPACE } from '../support/oracle/at-rest.js';
import { digestsBelow } from './client.js';

/** A deposit that was archived. */
export interface ArchivedDeposit {
  readonly depositId: string;
  /** The SHA-256 of every file that is left, by path. */
  readonly left: ReadonlyMap<string, string>;
}

/** Whether an archived deposit must not have the file any more (companion 13.9). */
export const isRemovable = (path: string): boolean => /^(?:objects|metadata)\//.test(path);

/** The facts of an archive job that ended well, in order, besides its claims. */
const STEPS = ['DepositArchivingBegun', 'DepositArchivingVerified', 'DepositArchived'];

const stepsIn = (facts: readonly RecordedFact<DepositFact>[]): ReadonlyMap<string, readonly string[]> => {
  const steps = new Map<string, string[]>();
  for (const { type, data } of facts) {
    if (!/^DepositArchiv(?:ing(?!Claimed)|ed)/.test(type)) continue;
    const of = steps.get(data.depositId) ?? [];
    steps.set(data.depositId, [...of, type]);
  }
  return steps;
};

/** All that is wrong with archived deposits in a data folder that nobody holds. */
export const archivedFaults = (data: string, archived: readonly ArchivedDeposit[]): Promise<string[]> =>
  atRest(data, async ({ events, bytes }) => {
    const faults: string[] = [];
    const steps = stepsIn((await logOf(events)) as readonly RecordedFact<DepositFact>[]);
    for (const { depositId, left } of archived) {
      const found = steps.get(depositId) ?? [];
      if (found.join() !== STEPS.join()) faults.push(`deposit ${depositId} has the facts ${found.join(', ')}`);
      const files = await digestsBelow(bytes, WORKSPACE, `deposits/${depositId}/`);
      for (const [path, sha256] of left)
        if (files.get(path) !== sha256) faults.push(`${path} of archived deposit ${depositId} is another one`);
      for (const path of files.keys())
        if (!left.has(path)) faults.push(`${path} has appeared in archived deposit ${depositId}`);
    }
    return faults;
  });
