import type { Services } from '../../commands/services.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import type { GroupReader } from '../../gateways/group-reader.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import { checkHeads, type HeadFault } from '../../workers/check-heads.js';

/** How many groups are compared with their ledgers at a start: those that changed last. */
const COMPARED = 100;

/** The archival groups that may not be served because their object is not where their ledger is. */
export const refusedGroups = async (services: Services, repository: RepositoryView): Promise<HeadFault[]> =>
  checkHeads(
    services,
    (await repository.newestGroups(COMPARED)).map(({ path }) => path),
  );

/** A reader that gives nothing of the groups that are refused, and says why. */
export const withholding = (reader: GroupReader, refused: readonly HeadFault[]): GroupReader => {
  const reasons = new Map(refused.map(({ group, reason }) => [group, reason]));
  const given = <Given>(path: string, read: () => Promise<Given>): Promise<Given> => {
    const reason = reasons.get(path);
    return reason === undefined ? read() : Promise.reject(new OcflFault('object-unsupported', reason));
  };
  return {
    place: (path) => reader.place(path),
    inventory: (path, head) => given(path, () => reader.inventory(path, head)),
    content: (path, head, version) => given(path, () => reader.content(path, head, version)),
  };
};
