import { uuidV5 } from '../../../events/ids.js';
import { parentOf, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused } from '../../../flow/result.js';
import { readEntry } from '../../container/entry-stream.js';
import { onEntry } from '../../container/on-entry.js';
import { latest, written, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { makeWayFor, parentGone } from './create-container.js';
import { holdOpen } from './hold-open.js';

type EventDependencies = Pick<Dependencies, 'events' | 'producer'>;

/** An archival group to come; `jobId` is that of its import, null for one that is adopted. */
interface ComingGroup {
  readonly path: RepositoryPath;
  readonly displayName: string | null;
  readonly jobId: string | null;
}

/**
 * Reserves the path of an archival group, and looks whether its parent is still there; a reservation that does not stand
 * is given up and refused. Null where the parent changed meanwhile, so that the caller has to look at the place again.
 */
export const reserveChild = async (
  dependencies: EventDependencies,
  intent: Intent,
  { path, displayName, jobId }: ComingGroup,
): Promise<CommandResult<null> | null> => {
  const within = await makeWayFor(dependencies, path);
  if (within === null) return null;
  const child = { kind: 'archivalGroup', displayName, jobId, within } as const;
  const reserved = await onEntry(dependencies, intent, { type: 'ReserveChild', path, ...child });
  if (!reserved.ok) return reserved;
  const { entry } = await readEntry(dependencies.events, path);
  if (entry === null || entry.jobId !== jobId || entry.kind !== 'archivalGroup')
    // Nothing is written where the parent that was found has gone; else the reservation has ended before this repeat.
    return reserved.value.length === 0 ? null : refused(await parentGone(dependencies, path));
  if (entry.confirmed || (await holdOpen(dependencies, parentOf(path) ?? '', entry.within)))
    return written(null, latest(reserved));
  const { reservation } = entry;
  const step = { ...intent, commandId: uuidV5(`${intent.commandId}: give up ${reservation}`) };
  await onEntry(dependencies, step, { type: 'GiveUpReservation', path, reservation });
  return refused(await parentGone(dependencies, path));
};
