import type { ArchiveEntry, ArchiveFile } from '../../../formats/archive-files/archive-file.js';
import type { RecordedDigest } from '../../../formats/digests/checked-bytes.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { zipFile } from '../../../formats/zip/zip-file.js';
import { ContentFault } from '../../service/content-fault.js';
import type { ObjectAtVersion } from '../object/object-files.js';
import { archiveFileName } from './file-name.js';
import type { MakingArchives } from './make-archive-file.js';
import { openChecked, type StoredFile } from './preserved-files.js';

interface ObjectEntry extends ArchiveEntry {
  /** Null for the declaration, inventories and their sidecars. */
  readonly digest: RecordedDigest | null;
  readonly file: StoredFile;
}

/**
 * A zip of the OCFL object of a group, as it was with its newest version or is up to another one, in a folder of its
 * name. Rejects with ContentFault where the store lacks a file.
 */
export const objectZip = async (making: MakingArchives, object: ObjectAtVersion): Promise<ArchiveFile> => {
  const { group, version, inventory, place, files } = object;
  const folder = archiveFileName(group, versionName(version), '');
  const algorithm: RecordedDigest['algorithm'] = inventory.digestAlgorithm === 'sha512' ? 'sha512' : 'sha256';
  const entries = (await files()).map(({ stored, size, digest: value, key }): ObjectEntry => {
    if (size === null) throw new ContentFault(`The store lacks ${stored} of the OCFL object of ${group}.`);
    const digest = value === null ? null : { algorithm, value };
    const file = { stored, size, digest, at: { bucket: place.bucket, key } };
    return { path: `${folder}/${stored}`, size, modified: null, digest, file };
  });
  const text = `${group}@${versionName(version)}`;
  return zipFile<ObjectEntry>(entries, ({ file }) => openChecked({ ...making, version: text }, file), {
    known: making.crcs,
    comment: text,
  });
};
