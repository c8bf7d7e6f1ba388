import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { counted, lineOf } from '../../../clients/command-line/output/cells.js';

/** An object of which something was adopted, as the command prints it. */
export interface AdoptedRow {
  readonly group: RepositoryPath;
  readonly root: string;
  readonly first: number;
  readonly head: number;
  readonly leftovers: number;
}

/** An object that was not. */
export interface NotAdoptedRow {
  readonly code: string;
  readonly group: RepositoryPath | null;
  readonly root: string;
  readonly message: string;
}

/** What an adoption came to. */
export interface AdoptCounts {
  readonly groups: number;
  readonly versions: number;
  readonly known: number;
  readonly notAdopted: number;
}

/** One line of four cells between tabs: what became of it, group, object root, which versions. */
export const adoptedText = ({ group, root, first, head, leftovers }: AdoptedRow, dryRun: boolean): string => {
  const versions = first === head ? `v${head}` : `v${first} to v${head}`;
  const beside = leftovers === 0 ? '' : `; nothing names ${counted(leftovers, 'key')} of the object`;
  return lineOf(dryRun ? 'adoptable' : 'adopted', escapePath(group), root, versions + beside);
};

/** The same for an object that was not adopted: why, group (`-` where it says none), object root, a sentence. */
export const notAdoptedText = ({ code, group, root, message }: NotAdoptedRow): string =>
  lineOf(code, group === null ? '-' : escapePath(group), root, message);

/** How far an adoption is, or was at its end. */
export const adoptionText = ({ groups, versions, known, notAdopted }: AdoptCounts, dryRun: boolean): string =>
  `${dryRun ? 'Would adopt' : 'Adopted'} ${counted(versions, 'version')} of ${counted(groups, 'group')}; ` +
  `${counted(known, 'object')} known already; ${counted(notAdopted, 'object')} not adopted.\n`;
