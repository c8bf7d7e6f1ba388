import { randomUUID } from 'node:crypto';
import { isOfEntry } from '../commands/container/entry-stream.js';
import { moveDownTo } from '../commands/container/move-entries.js';
import type { Dependencies } from '../commands/core/dependencies.js';
import type { Intent } from '../commands/core/intent.js';
import type { ContainerFact } from '../events/container.js';
import { timestampOf } from '../events/time.js';
import type { SharedRecords } from '../flow/shared-records.js';
import { whenAborted } from '../flow/when-aborted.js';
import type { Log } from './log.js';
import { repeatUntilDone } from './repeat-until-done.js';
import { beginWork, type SingletonRun } from './singleton.js';

export interface EntryMoverOptions {
  readonly dependencies: Pick<Dependencies, 'events' | 'producer' | 'now'>;
  readonly records: SharedRecords;
  readonly log: Log;
}

/** Says that no container of an earlier version is left; where it is lost, the containers are looked at again. */
const DONE = 'mark/entries-moved';
const RETRIES = { firstMs: 1_000, capMs: 60_000 };

const moveAll = async ({ dependencies, records, log }: EntryMoverOptions, signal: AbortSignal): Promise<void> => {
  if ((await records.read(DONE)) !== null) return;
  const { events, now } = dependencies;
  const commandId = randomUUID();
  const actor = { agent: 'platform', source: 'platform', appId: null } as const;
  let containers = 0;
  for await (const fact of events.readAll<ContainerFact>({ categories: ['container'] })) {
    signal.throwIfAborted();
    if (fact.revision !== 0n || isOfEntry(fact)) continue;
    const intent: Intent = { commandId, correlationId: commandId, actor, at: timestampOf(now()) };
    await moveDownTo(dependencies, intent, fact.data.path);
    containers += 1;
  }
  await records.write(DONE, true, null);
  if (containers > 0) log.info('The containers of an earlier version were moved to entries', { containers });
};

/**
 * Gives the children of all containers of an earlier version entries of their own, so that nothing has to wait for that
 * but what comes while it goes on. Repeats it where it fails; once it is done, it only waits for its end, and looks again
 * at the next start.
 */
export const entryMover = (options: EntryMoverOptions): SingletonRun =>
  beginWork('the mover of entries', async (signal) => {
    const message = 'Containers of an earlier version could not be moved and are tried again';
    const repeated = { retries: RETRIES, signal, log: options.log, message, fields: {} };
    const moving = repeatUntilDone(() => moveAll(options, signal), repeated);
    await moving.catch(() => undefined); // the signal aborted
    await whenAborted(signal);
  });
