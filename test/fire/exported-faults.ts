import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { RecordedFact } from '../../events/envelope.js';
import { lateSweeper } from '../../workers/late-sweeper.js';
import type { ModelState } from '../support/repository/group-model.js';
import { logOf } from '../support/command-bench.js';
import { atRest, WORKSPACE } from './at-rest.js';
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

/** Exports that were requested and not ended exactly once, and groups that one of them still occupies. */
const logFaults = async ({ events }: Pick<Dependencies, 'events'>): Promise<string[]> => {
  const faults: string[] = [];
  const ends = new Map<string, number>();
  const groups = new Set<string>();
  for (const { type, data } of (await logOf(events)) as readonly RecordedFact<ArchivalGroupFact>[]) {
    if (type === 'ExportRequested') {
      if (ends.has(data.exportId)) faults.push(`export ${data.exportId} was requested twice`);
      ends.set(data.exportId, 0);
      groups.add(data.path);
    }
    if (type === 'ExportFinished' || type === 'ExportAbandoned')
      ends.set(data.exportId, (ends.get(data.exportId) ?? 0) + 1);
  }
  for (const [exportId, times] of ends) if (times !== 1) faults.push(`export ${exportId} ended ${times} times`);
  for (const group of groups)
    if ((await readLedger(events, group)).export !== null) faults.push(`an export still occupies ${group}`);
  return faults;
};

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lets the late sweep, which runs here without its delay, pass over the whole log. */
export const sweep = async (dependencies: Dependencies): Promise<void> => {
  const identity = { holder: 'fire', producer: 'fire', now: dependencies.now };
  const sweeper = await lateSweeper({ dependencies, identity, log: quiet, lateMs: 0 });
  const head = await dependencies.events.head();
  if (head !== null) await sweeper.reached(head);
  await sweeper.stop();
};

/** All that is wrong with the exports in a data folder that nobody holds, once the late sweep has passed. */
export const exportedFaults = (data: string, exported: readonly AcknowledgedExport[]): Promise<string[]> =>
  atRest(data, async (dependencies) => {
    await sweep(dependencies);
    const faults = await logFaults(dependencies);
    for (const { prefix, state } of exported) {
      const found = await digestsBelow(dependencies.bytes, WORKSPACE, prefix);
      const wanted = state ?? { name: '', containers: new Map(), binaries: new Map() };
      faults.push(...differences(found, wanted).map((fault) => `${prefix}: ${fault}`));
    }
    return faults;
  });
