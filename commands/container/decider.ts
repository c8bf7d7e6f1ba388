import type { ContainerFact } from '../../events/container.js';
import { refuse, type Decider, type Decision, omit } from '../core/decider.js';
import type { ConfirmChild, ContainerCommand, ReleaseChild, ReserveChild } from './commands.js';
import { create, deletedRefusal, purgeTombstone, remove, removeChild, tombstoneExists } from './deletion.js';
import { entryOf, type Entry, childPath, noContainer, TYPE_NAMES, type Container } from './state.js';
import { evolve } from './evolve.js';

type ContainerDecision = Decision<ContainerFact>;

/** Whether the name is taken for this very child: by its job, or by an earlier adoption, or the group exists. */
const isSameChild = ({ kind, jobId }: ReserveChild, taken: Entry): boolean => {
  if (taken.jobId !== null && taken.jobId === jobId) return true;
  const isAdopted = kind === 'archivalGroup' && jobId === null;
  return isAdopted && taken.kind === 'archivalGroup' && (taken.confirmed || taken.jobId === null);
};

const reserve = (child: ReserveChild, state: Container): ContainerDecision => {
  if (child.jobId !== null && state.releasedJobs.has(child.jobId)) {
    return refuse('import-not-live', `Import job ${child.jobId} is not under way.`);
  }
  const refusal = deletedRefusal(child, state);
  if (refusal !== null) return refusal;
  const taken = entryOf(state.entries, child.name);
  if (taken === null) return [{ type: 'ChildReserved', data: omit(child, 'type') }];
  const path = childPath(child.path, child.name);
  if (taken.tombstone) return tombstoneExists(path);
  if (isSameChild(child, taken)) return [];
  return refuse('resource-exists', `Resource already exists at ${path} (${TYPE_NAMES[taken.kind]})`, {
    what: TYPE_NAMES[taken.kind],
    by: taken.by,
    since: taken.since,
  });
};

const confirm = ({ path, name, jobId, at }: ConfirmChild, { entries }: Container): ContainerDecision => {
  const entry = entryOf(entries, name);
  if (entry?.jobId !== jobId || entry.confirmed) return [];
  return [{ type: 'ChildConfirmed', data: { path, name, jobId, at } }];
};

const release = ({ path, name, jobId, at }: ReleaseChild, { entries, releasedJobs }: Container): ContainerDecision => {
  const entry = entryOf(entries, name);
  if (releasedJobs.has(jobId) || (entry?.jobId === jobId && entry.confirmed)) return [];
  return [{ type: 'ChildReservationReleased', data: { path, name, jobId, at } }];
};

/**
 * Containers: each holds the entries of its children, so one append checks that the name is free and the parent exists,
 * and that a container that is deleted is empty.
 */
export const container: Decider<Container, ContainerCommand, ContainerFact> = {
  initial: noContainer,
  decide(command, state) {
    switch (command.type) {
      case 'CreateContainer':
        return create(command, state);
      case 'DeleteContainer':
        return remove(command, state);
      case 'ReserveChild':
        return reserve(command, state);
      case 'ConfirmChild':
        return confirm(command, state);
      case 'ReleaseChild':
        return release(command, state);
      case 'RemoveChild':
        return removeChild(command, state);
      case 'PurgeTombstone':
        return purgeTombstone(command, state);
    }
  },
  evolve,
};
