import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { counted, lineOf } from '../../../clients/command-line/output/cells.js';

/** An object with adopted versions, for the output. */
export interface AdoptedRow {
  readonly group: RepositoryPath;
  readonly root: string;
  readonly first: number;
  readonly head: number;
  readonly leftovers: number;
}

/** An object that was not adopted, for the output. */
export interface NotAdoptedRow {
  readonly code: string;
  readonly group: RepositoryPath | null;
  readonly root: string;
  readonly message: string;
}

/** The counts of an adoption. */
export interface AdoptCounts {
  readonly groups: number;
  readonly versions: number;
  readonly known: number;
  readonly notAdopted: number;
}

/** One line of four cells between tabs: result, group, object root, versions. */
export const adoptedText = ({ group, root, first, head, leftovers }: AdoptedRow, dryRun: boolean): string => {
  const versions = first === head ? `v${head}` : `v${first} to v${head}`;
  const beside = leftovers === 0 ? '' : `; nothing names ${counted(leftovers, 'key')} of the object`;
  return lineOf(dryRun ? 'adoptable' : 'adopted', escapePath(group), root, versions + beside);
};

/** The same for an object that was not adopted: code, group (`-` if unknown), object root, a sentence. */
export const notAdoptedText = ({ code, group, root, message }: NotAdoptedRow): string =>
  lineOf(code, group === null ? '-' : escapePath(group), root, message);

/** The progress of an adoption, or its end. */
export const adoptionText = ({ groups, versions, known, notAdopted }: AdoptCounts, dryRun: boolean): string =>
  `${dryRun ? 'Would adopt' : 'Adopted'} ${counted(versions, 'version')} of ${counted(groups, 'group')}; ` +
  `${counted(known, 'object')} known already; ${counted(notAdopted, 'object')} not adopted.\n`;
