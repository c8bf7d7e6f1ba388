import type { ModelState } from '../support/repository/group-model.js';
import { inconsistencies } from '../support/oracle/inconsistencies.js';
import { atRest, WORKSPACE } from '../support/oracle/at-rest.js';
import { lateSweep } from '../support/oracle/late-sweep.js';
import { digestsBelow } from './client.js';

/** An export that was acknowledged. */
export interface AcknowledgedExport {
  /** The deposit that was created by it, and deleted; null for another destination. */
  readonly depositId: string | null;
  readonly prefix: string;
  /** What is there afterwards; null for nothing. */
  readonly state: ModelState | null;
}

/** What differs between the files below a prefix and those of a version. */
export const differences = (found: ReadonlyMap<string, string>, { binaries }: ModelState): string[] => [
  ...[...binaries].flatMap(([path, { sha256 }]) =>
    found.get(path) === sha256 ? [] : [`${path} has ${found.get(path) ?? 'nothing'}, not ${sha256}`],
  ),
  ...[...found.keys()].filter((path) => !binaries.has(path)).map((path) => `${path} is in no version`),
];

/** All that is wrong with the exports in a data folder that nobody holds, once the late sweep has passed. */
export const exportedFaults = (data: string, exported: readonly AcknowledgedExport[]): Promise<string[]> =>
  atRest(data, async (dependencies) => {
    await lateSweep(dependencies);
    const faults = await inconsistencies(dependencies);
    for (const { prefix, state } of exported) {
      const found = await digestsBelow(dependencies.bytes, WORKSPACE, prefix);
      const wanted = state ?? { name: '', containers: new Map(), binaries: new Map() };
      faults.push(...differences(found, wanted).map((fault) => `${prefix}: ${fault}`));
    }
    return faults;
  });
