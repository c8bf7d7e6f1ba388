import type { BigIntStats } from 'node:fs';

/** Size, time of change and inode in one text, which changes when the file is written or replaced. */
export const fileStamp = ({ size, mtimeNs, ino }: Pick<BigIntStats, 'size' | 'mtimeNs' | 'ino'>): string =>
  `${size}:${mtimeNs}:${ino}`;
