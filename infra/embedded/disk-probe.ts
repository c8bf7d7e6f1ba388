import { join } from 'node:path';
import { settledWithin } from '../../flow/settled-within.js';
import { nodeFiles, PRIVATE, type Files } from './file-system/files.js';

/** Answers why nothing can be written to a disk; null while it can. Resolves within moments, and never rejects. */
export type DiskProbe = () => Promise<string | null>;

export interface DiskProbeSettings {
  /** What cannot be written to, as the beginning of a sentence. */
  readonly what: string;
  /** Writes a little, durably, and takes it away again. */
  readonly attempt: () => Promise<void>;
  /** How long an outcome is believed. */
  readonly believedMs?: number;
  /** How long one attempt is waited for. */
  readonly patienceMs?: number;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left on it',
  EDQUOT: 'its quota is used up',
  EROFS: 'it is mounted read-only',
  EACCES: 'the system denies it',
  EPERM: 'the system denies it',
  ENOENT: 'it is not there',
};

const NAME = '.write-probe';
/** What is written to see whether it can be. */
export const SOME = Buffer.alloc(64 * 1024, 'written to see whether the disk takes it\n');

/** Writes a little to a folder as a store would: new blocks, and durably. */
export const writeToFolder = async (folder: string, files: Files = nodeFiles): Promise<void> => {
  const path = join(folder, NAME);
  await files.unlink(path); // a process that was killed may have left it
  const file = await files.create(path, PRIVATE);
  try {
    await file.write(SOME);
    await file.sync();
  } finally {
    await file.close();
    await files.unlink(path);
  }
};

/** Why nothing can be written to it. */
export const whyRefused = (what: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return `${what} cannot be written to: ${REASONS[code] ?? code}`;
};

/** Looks when it is asked, one attempt at a time and not more often than outcomes are believed. */
export const diskProbe = ({ what, attempt, believedMs = 5_000, patienceMs = 2_000 }: DiskProbeSettings): DiskProbe => {
  let known: string | null = null;
  let knownAt = -Infinity;
  let under: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    known = await attempt().then(
      () => null,
      (error: unknown) => whyRefused(what, error),
    );
    knownAt = performance.now();
    under = null;
  };
  return async () => {
    if (under === null && performance.now() - knownAt < believedMs) return known;
    under ??= look();
    return (await settledWithin(under, patienceMs)) ? known : `${what} has not answered for a while`;
  };
};
