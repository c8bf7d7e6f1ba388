import type { ArchivedFile } from '../../../archive/archive.js';
import { formatCell } from '../../looking/file-cells.js';

/** How many files have a format, and how large they are together. */
export interface FormatSum {
  /** As `PNG 1.1 fmt/12`, or the media type; null where nothing is known. */
  readonly name: string | null;
  readonly files: number;
  readonly bytes: number;
}

/** What the scan for viruses found in the files of a version. */
export interface ScanSum {
  readonly scanned: number;
  readonly infected: number;
}

/** Counts files one by one, so that none must be kept. */
export interface CountedFiles {
  add(file: ArchivedFile): void;
  /** The most frequent first. */
  formats(): readonly FormatSum[];
  scan(): ScanSum;
}

export const countedFiles = (): CountedFiles => {
  const formats = new Map<string, FormatSum>();
  let [scanned, infected] = [0, 0];
  return {
    add(file) {
      const name = formatCell(file, { form: 'pipe' });
      const { files, bytes } = formats.get(name) ?? { files: 0, bytes: 0 };
      formats.set(name, { name: name === '' ? null : name, files: files + 1, bytes: bytes + file.size });
      if (file.virus !== null) scanned += 1;
      if (file.virus?.found === true) infected += 1;
    },
    formats: () => [...formats.values()].toSorted((a, b) => b.files - a.files),
    scan: () => ({ scanned, infected }),
  };
};
