import type { ArchivedFile, Digest } from '../../archive/archive.js';

/** The digest of a file as members of a JSON line. */
export const digestMembers = ({ algorithm, value }: Digest): object =>
  algorithm === 'sha256' ? { sha256: value } : { sha256: null, [algorithm]: value };

/** A file of a version as a JSON line; `path` begins at the root of the archive. */
export const fileRecord = (path: string, version: number, file: ArchivedFile): object => {
  const { size, digest, format, mediaType, since, fileDate, originalName, virus } = file;
  return {
    type: 'file',
    path,
    version,
    size,
    ...digestMembers(digest),
    ...{ format, mediaType, since, fileDate, originalName, virus },
  };
};
