import { nameFault } from '../paths/repository-path.js';
import { xmlTextFault } from '../xml/characters.js';
import { MetsFault } from './fault.js';
import type { MetsFormat } from './mets.js';

/** What is to be recorded of a folder. What is absent or null is not known and leaves what is there. */
export interface FolderValues {
  /** Relative to the METS root, without a slash at either end. */
  readonly path: string;
  /** The label; the last segment of the path where no other is known. */
  readonly name?: string | null;
  readonly storageLocation?: string | null;
}

export interface FileValues extends FolderValues {
  readonly contentType?: string | null;
  /** SHA-256 in lower-case hex. */
  readonly digest?: string | null;
  /** In bytes. */
  readonly size?: number | null;
  readonly format?: MetsFormat | null;
}

/** Throws MetsFault `mets-path-invalid` or `mets-value-unwritable`, so that a value at fault changes nothing. */
export const checkValues = (values: FileValues): void => {
  const fault = values.path
    .split('/')
    .map(nameFault)
    .find((each) => each !== null);
  if (fault !== undefined) throw new MetsFault('mets-path-invalid', `'${values.path}' is not a path: ${fault}`);
  const texts = { path: values.path, name: values.name, 'content type': values.contentType, digest: values.digest };
  const more = { 'format name': values.format?.name, 'format key': values.format?.pronomKey };
  for (const [what, text] of Object.entries({ ...texts, ...more, 'storage location': values.storageLocation })) {
    const why = xmlTextFault(text ?? '');
    if (why !== null)
      throw new MetsFault('mets-value-unwritable', `The ${what} of '${values.path}' cannot be written: ${why}.`);
  }
};

/**
 * The one digest that all sources agree on; null when none has one. Throws MetsFault `mets-digests-differ`
 * (companion 5.4).
 */
export const agreedDigest = (path: string, digests: Iterable<string | null | undefined>): string | null => {
  const distinct = new Set<string>();
  for (const digest of digests) if (digest) distinct.add(digest.toLowerCase());
  if (distinct.size > 1) throw new MetsFault('mets-digests-differ', `Digests for ${path} are not all the same`);
  const [digest] = distinct;
  return digest ?? null;
};
