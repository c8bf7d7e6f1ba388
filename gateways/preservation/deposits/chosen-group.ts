import { headOf } from '../../../commands/archival-group/state.js';
import { groupAncestorRefusal } from '../../../commands/reads/kind-at.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { DepositContext } from '../../rendering/deposit.js';

/** The number of the newest version of a deposit's archival group; null where it has none. */
export const headVersion = async (
  { events }: Pick<Dependencies, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<number | null> =>
  archivalGroup === null ? null : (headOf(await readLedger(events, archivalGroup))?.version ?? null);

/** Whether a deposit's archival group has a version. */
export const groupExists = async (
  dependencies: Pick<Dependencies, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<boolean> => (await headVersion(dependencies, archivalGroup)) !== null;

/**
 * Whether the group of a new or changed deposit exists, with a warning where its containers are missing: these are
 * needed only for an import (companion 13.2).
 */
export const chosenGroup = async (
  dependencies: Pick<Dependencies, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<DepositContext> => {
  const archivalGroupExists = await groupExists(dependencies, archivalGroup);
  const refusal =
    archivalGroup === null || archivalGroupExists ? null : await groupAncestorRefusal(dependencies, archivalGroup);
  const warnings = refusal === null ? [] : [`${refusal.detail} ${refusal.advice ?? ''}`.trimEnd()];
  return { archivalGroupExists, metsETag: null, warnings };
};
