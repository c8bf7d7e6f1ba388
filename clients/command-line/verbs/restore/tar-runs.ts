import { storedEntry } from '../../../../formats/archive-files/version-entries.js';
import { entryHead, entrySizes } from '../../../../formats/tar/tar-file.js';
import type { TarPart } from '../../../archive/archive.js';
import type { ChosenFile } from './chosen-files.js';

/** Files up to so many bytes are read together; a larger one is worth a request, beside which others go on. */
const SMALL = 1024 ** 2;
/** Bytes between two files that are read and not used, rather than asking again. */
export const MOST_BETWEEN = 64 * 1024;
/** For so many files it is worth it that the service looks at all that are before them in the tar. */
export const LEAST_FILES = 16;

export type ReadFile = Pick<ChosenFile, 'stored' | 'size' | 'fileDate' | 'tarStart'>;

/** Where a small file and its header are in the tar of everything below a folder; null where it is not small, or not there. */
export const partOf = (file: ReadFile, below: string): (TarPart & { readonly head: () => Buffer }) | null => {
  const entry = storedEntry(file, below);
  const { tarStart: start, size } = file;
  if (entry === null || start === undefined || size > SMALL) return null;
  return { start, end: start + entrySizes(entry).head + size, head: () => entryHead(entry) };
};

/** The parts of a tar with many small files that are near each other, from the first to the last. */
export const tarRuns = (files: readonly ReadFile[], below: string): readonly TarPart[] => {
  const runs: TarPart[] = [];
  let run: (TarPart & { readonly count: number }) | null = null;
  const add = (): void => {
    if (run !== null && run.count >= LEAST_FILES) runs.push({ start: run.start, end: run.end });
  };
  for (const file of files) {
    const part = partOf(file, below);
    if (part === null) continue;
    const { start, end } = part;
    if (run !== null && start >= run.end && start - run.end <= MOST_BETWEEN)
      run = { start: run.start, end, count: run.count + 1 };
    else {
      add();
      run = { start, end, count: 1 };
    }
  }
  add();
  return runs;
};
