import type { AdoptedVersion, ArchivalGroupFact } from '../../../events/archival-group.js';
import { ancestorsOf, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { createContainer, reservedNameRefusal } from '../containers/create-container.js';
import { reserveChild } from '../containers/reserve-child.js';
import { type Refusal, written, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { digestOf, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { readEntry } from '../../container/entry-stream.js';
import { requireMoved } from '../../container/move-entries.js';
import { onEntry } from '../../container/on-entry.js';
import { onLedger, readLedger, ledgerStream } from '../../archival-group/ledger-stream.js';
import { ancestorRefusal, groupPathRefusal, kindAt, type Place } from '../../reads/kind-at.js';
import { importAdmissionRefusal } from '../../archival-group/checks.js';
import { refused } from '../../../flow/result.js';

type EventDependencies = Pick<Dependencies, 'events' | 'producer'>;

/** The intent of a step of an adoption; its id must depend on the step alone, so that a repeat is recognised. */
export type IntentOf = (step: string) => Intent;

/** Why no group can be adopted at a path, by what the log has there or above it; missing containers are no reason. */
export const adoptionRefusal = async (
  { events }: Pick<Dependencies, 'events'>,
  path: RepositoryPath,
): Promise<Refusal | null> => {
  const place: Place = await kindAt(events, path);
  const above = place.kind === 'orphaned' ? null : ancestorRefusal(place, path);
  return reservedNameRefusal(path) ?? above ?? groupPathRefusal(place, path);
};

/** The step that creates a container; another one where an earlier container at the path was purged. */
const creationStep = async (dependencies: EventDependencies, path: RepositoryPath): Promise<string> => {
  const { length } = await readEntry(dependencies.events, path);
  return `container ${path}${length === 0n ? '' : ` after revision ${length - 1n}`}`;
};

const makeAncestors = async (
  dependencies: EventDependencies,
  intentOf: IntentOf,
  path: RepositoryPath,
): Promise<Refusal | null> => {
  for (const ancestor of ancestorsOf(path)) {
    if ((await kindAt(dependencies.events, ancestor)).kind === 'container') continue;
    const made = await createContainer(dependencies, intentOf(await creationStep(dependencies, ancestor)), {
      path: ancestor,
      displayName: null,
    });
    // Another process may have made the container; if something else was made there, reserving the group refuses it.
    if (!made.ok && made.refusal.code !== 'resource-exists') return made.refusal;
  }
  return null;
};

/** Releases the reservation of a job that has ended. */
const releaseStale = async (
  dependencies: EventDependencies,
  intentOf: IntentOf,
  path: RepositoryPath,
): Promise<Refusal | null> => {
  const { entry } = await readEntry(dependencies.events, path);
  if (entry === null || entry.jobId === null || entry.confirmed) return null;
  const ledger = await readLedger(dependencies.events, path); // after the entry: a job is admitted before it reserves
  const refusal = importAdmissionRefusal(ledger, path);
  if (refusal !== null || ledger.versions.length > 0) return refusal;
  const { jobId } = entry;
  const intent = intentOf(`release ${path} from ${jobId}`);
  const released = await onEntry(dependencies, intent, { type: 'ReleaseChild', path, jobId });
  return released.ok ? null : released.refusal;
};

/**
 * Creates the containers above a group that is to be adopted, and reserves its path in the last of them, which is
 * confirmed with its first version. Changes nothing where that was done before.
 */
export const placeGroup = async (
  dependencies: EventDependencies,
  intentOf: IntentOf,
  { path, displayName }: { readonly path: RepositoryPath; readonly displayName: string },
): Promise<CommandResult<null>> => {
  const intent = { ...intentOf(`reserve ${path}`), requestSha256: digestOf({ path }) };
  await requireMoved(dependencies, intent, path);
  for (;;) {
    const refusal =
      (await adoptionRefusal(dependencies, path)) ??
      (await makeAncestors(dependencies, intentOf, path)) ??
      (await releaseStale(dependencies, intentOf, path)) ??
      (await adoptionRefusal(dependencies, path));
    if (refusal !== null) return refused(refusal);
    if ((await readLedger(dependencies.events, path)).versions.length > 0) return written(null, null);
    const reserved = await reserveChild(dependencies, intent, { path, displayName, jobId: null });
    if (reserved !== null) return reserved;
  }
};

/** Records a version in the ledger of its group. Changes nothing where the ledger has it with the same inventory. */
export const adoptVersion = async (
  dependencies: EventDependencies,
  intentOf: IntentOf,
  { path, adopted }: { readonly path: RepositoryPath; readonly adopted: AdoptedVersion },
): Promise<CommandResult<null>> => {
  const { version, inventory } = adopted;
  const intent = { ...intentOf(`version ${version} ${inventory.sha256} ${path}`), requestSha256: inventory.sha256 };
  const result = await onLedger(dependencies, intent, { type: 'AdoptVersion', path, adopted });
  if (!result.ok) return result;
  const [fact] = result.value;
  if (fact?.type === 'VersionAdopted') await finishAdopted(dependencies, fact);
  return written(null, result.position);
};

/** Confirms the group's entry in its container after its first version. */
export const finishAdopted = async (
  dependencies: EventDependencies,
  fact: StreamFact<Extract<ArchivalGroupFact, { type: 'VersionAdopted' }>>,
): Promise<void> => {
  const { path, version, at } = fact.data;
  if (version !== 1) return;
  const by = fact.metadata.actor.agent;
  await onEntry(dependencies, stepOf(fact, 'confirm'), { type: 'ConfirmChild', path, jobId: null, by, at });
};

/** The same for a group whose adoption ended after its first version was recorded. */
export const confirmGroup = async (dependencies: EventDependencies, path: RepositoryPath): Promise<void> => {
  const place = await kindAt(dependencies.events, path);
  if (place.kind !== 'archivalGroup' || place.entry.jobId !== null || place.entry.confirmed) return;
  for await (const fact of dependencies.events.read<ArchivalGroupFact>(ledgerStream(path))) {
    if (fact.type === 'VersionAdopted') return finishAdopted(dependencies, fact);
  }
};
