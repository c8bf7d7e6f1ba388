import {
  adoptionRefusal,
  adoptVersion,
  confirmGroup,
  placeGroup,
  type IntentOf,
} from '../../commands/processes/groups/adopt-group.js';
import { importAdmissionRefusal } from '../../commands/archival-group/checks.js';
import { digestOf } from '../../commands/core/intent.js';
import type { Refusal } from '../../commands/core/decider.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { AdoptedVersion } from '../../events/archival-group.js';
import { uuidV5 } from '../../events/ids.js';
import { timestampOf } from '../../events/time.js';
import { parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { keyedQueue } from '../../flow/sharing/keyed-queue.js';
import type { AdoptDependencies } from './adopt-dependencies.js';

/** Writes adopted versions to the log. */
export interface Recorder {
  /** Records versions of a group, the oldest first; answers the first refusal, null when all are recorded. */
  record(path: RepositoryPath, versions: readonly AdoptedVersion[]): Promise<Refusal | null>;
  /** Confirms the entry of a group whose adoption stopped after its first version. */
  confirm(path: RepositoryPath): Promise<void>;
}

/** The actor of the facts that an adoption writes. */
const ACTOR = { agent: 'platform', source: 'adoption', appId: null } as const;

type RecorderDependencies = Pick<AdoptDependencies, 'events' | 'producer' | 'now' | 'dryRun' | 'correlationId'>;

const intents =
  ({ now, correlationId }: RecorderDependencies): IntentOf =>
  (step) => ({
    commandId: uuidV5(`adopt:${step}`),
    correlationId,
    actor: ACTOR,
    at: timestampOf(now()),
    requestSha256: digestOf(step),
  });

const expectedRefusal = async ({ events }: RecorderDependencies, path: RepositoryPath): Promise<Refusal | null> =>
  importAdmissionRefusal(await readLedger(events, path), path) ?? adoptionRefusal({ events }, path);

/**
 * One recorder for a whole run. Groups of one container are reserved one after another, since they share its stream.
 */
export const openRecorder = (dependencies: RecorderDependencies): Recorder => {
  const intentOf = intents(dependencies);
  const containers = keyedQueue();

  const adopt = async (path: RepositoryPath, versions: readonly AdoptedVersion[]): Promise<Refusal | null> => {
    for (const adopted of versions) {
      const result = await adoptVersion(dependencies, intentOf, { path, adopted });
      if (!result.ok) return result.refusal;
    }
    return null;
  };

  /** Reserves the group's entry, records its first version, and confirms the entry. */
  const begin = async (path: RepositoryPath, versions: readonly AdoptedVersion[]): Promise<Refusal | null> => {
    const displayName = versions.at(-1)?.name ?? '';
    const placed = await placeGroup(dependencies, intentOf, { path, displayName });
    if (!placed.ok) return placed.refusal;
    const refusal = await adopt(path, versions.slice(0, 1));
    if (refusal === null) await confirmGroup(dependencies, path);
    return refusal;
  };

  return {
    async record(path, versions) {
      const refusal = await expectedRefusal(dependencies, path);
      if (refusal !== null || dependencies.dryRun) return refusal;
      const begun = await containers.run(parentOf(path) ?? '', () => begin(path, versions));
      return begun ?? adopt(path, versions.slice(1));
    },
    async confirm(path) {
      if (!dependencies.dryRun) await confirmGroup(dependencies, path);
    },
  };
};
