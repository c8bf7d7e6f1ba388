import type { ArchivedFile } from '../../../clients/archive/archive.js';
import { sortByUtf8 } from '../../../formats/paths/utf8-order.js';
import { sha256Of } from '../sha256.js';

/** The content of a file, and what the METS says of it. */
export interface PlainFile extends Partial<Omit<ArchivedFile, 'stored' | 'size' | 'since'>> {
  readonly bytes: Uint8Array | string;
}

/** What is said of a file that no METS describes. */
export const NOTHING_SAID = { mediaType: null, format: null, fileDate: null, originalName: null, virus: null };

const listedFile = (stored: string, content: string | PlainFile): Omit<ArchivedFile, 'since'> => {
  const { bytes, ...said } = typeof content === 'string' ? { bytes: content } : content;
  const value = sha256Of(bytes);
  return { stored, size: Buffer.byteLength(bytes), digest: { algorithm: 'sha256', value }, ...NOTHING_SAID, ...said };
};

/** The listing of a version after the one of the version before it. */
export const listedFiles = (
  files: Readonly<Record<string, string | PlainFile>>,
  before: readonly ArchivedFile[],
  version: number,
): ArchivedFile[] => {
  const old = new Map(before.map((file) => [file.stored, file]));
  const listed = Object.entries(files).map(([stored, content]): ArchivedFile => {
    const file = listedFile(stored, content);
    const former = old.get(stored);
    const since = former?.digest.value === file.digest.value ? former.since : version;
    return { ...file, since };
  });
  return sortByUtf8(listed, ({ stored }) => stored);
};
