import type { ArchivedFile } from '../../archive/archive.js';
import { depositorPath, storedPath } from '../program/depositor-name.js';

/** How names below a group are written. */
export interface Naming {
  /** The stored path of a name; a folder has no final slash. */
  readonly storedAt: (below: string) => string;
  readonly pathOf: (file: Pick<ArchivedFile, 'stored'>) => string;
}

const AS_STORED: Naming = { storedAt: (below) => below, pathOf: ({ stored }) => stored };
const OF_DEPOSITOR: Naming = {
  storedAt: (below) => storedPath(below).replace(/\/$/, ''),
  pathOf: ({ stored }) => depositorPath(stored) ?? stored,
};

/** Names as they are stored, or as the depositor knows them. */
export const namingOf = (isStored: boolean): Naming => (isStored ? AS_STORED : OF_DEPOSITOR);
