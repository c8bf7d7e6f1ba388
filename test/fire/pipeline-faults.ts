import { WORKSPACE, atRest } from '../support/oracle/at-rest.js';
import { contentsBelow } from './client.js';
import { lateSweep } from '../support/oracle/late-sweep.js';
import { outputFaults, type WorkedRun } from './output-faults.js';
import type { ShownDeposit } from './post-work.js';

/** A deposit on which runs were asked for. */
export interface RunDeposit extends WorkedRun {
  readonly depositId: string;
  readonly shown: ShownDeposit;
  /** Whether it has no file, so that its runs must fail. */
  readonly isEmpty: boolean;
  readonly files: Map<string, string>;
  /** The ids of its runs that have ended, oldest first. */
  readonly runs: string[];
  /** What was shown of a run at its end, by its id. */
  readonly ends: Map<string, string>;
  /** Whether the last run was worked to its end, and nothing has changed since. */
  asWorked: boolean;
  deleted: boolean;
}

/** All that is wrong with such deposits in a data folder that nobody holds, once the late sweep has passed. */
export const depositsFaults = (data: string, deposits: readonly RunDeposit[]): Promise<string[]> =>
  atRest(data, async (dependencies) => {
    await lateSweep(dependencies);
    const faults: string[] = [];
    for (const deposit of deposits) {
      const contents = await contentsBelow(dependencies.bytes, WORKSPACE, `deposits/${deposit.depositId}/`);
      const wrong = deposit.asWorked && !deposit.deleted ? outputFaults(contents, deposit) : [];
      const left = deposit.deleted ? [...contents.keys()].map((path) => `${path} is left`) : [];
      faults.push(...[...wrong, ...left].map((fault) => `deposit ${deposit.depositId}: ${fault}`));
    }
    return faults;
  });
