import { lstatSync } from 'node:fs';
import { fileStamp } from '../../file-system/file-stamp.js';
import { placeCheck } from './small-files.js';

/** Files whose stamps are wanted, below a folder below which no link is followed. All paths are absolute. */
export interface StampsOrder {
  readonly root: string;
  readonly paths: readonly string[];
}

const stampOf = (path: string): string | null => {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? fileStamp(stats) : null;
  } catch {
    return null;
  }
};

/** The stamps of the files at these paths, in their order; null where there is none, or it is not certain. Never throws. */
export const fileStamps = ({ root, paths }: StampsOrder): readonly (string | null)[] => {
  const isClear = placeCheck();
  const stamps = paths.map(stampOf);
  return stamps.map((stamp, index) => (stamp !== null && isClear({ root, path: paths[index] ?? '' }) ? stamp : null));
};
