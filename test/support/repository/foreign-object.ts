import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';

/** A version as another tool writes it: all of its files, text by logical path. */
export interface ForeignVersion {
  readonly files: Readonly<Record<string, string>>;
  readonly created: string;
  readonly user?: string;
  readonly message?: string;
}

export interface ForeignObject {
  readonly id: string;
  readonly versions: readonly ForeignVersion[];
  readonly algorithm?: 'sha256' | 'sha512';
  /** OCFL's version; 1.1 unless said. */
  readonly ocfl?: '1.0' | '1.1';
}

/** The files of an object by path below its root, as tools other than this platform lay it out: no state file, indented JSON. */
export const foreignFiles = ({
  id,
  versions,
  algorithm = 'sha256',
  ocfl = '1.1',
}: ForeignObject): ReadonlyMap<string, string> => {
  const digestOf = (text: string): string => createHash(algorithm).update(text).digest('hex');
  const files = new Map([[`0=ocfl_object_${ocfl}`, `ocfl_object_${ocfl}\n`]]);
  const manifest: Record<string, string[]> = {};
  const blocks: Record<string, object> = {};
  let inventory = '';
  for (const [index, { files: content, created, user, message }] of versions.entries()) {
    const head = `v${index + 1}`;
    const state: Record<string, string[]> = {};
    for (const [path, text] of Object.entries(content)) {
      const digest = digestOf(text);
      (state[digest] ??= []).push(path);
      if (manifest[digest] !== undefined) continue;
      manifest[digest] = [`${head}/content/${path}`];
      files.set(`${head}/content/${path}`, text);
    }
    const who = user === undefined ? {} : { user: { name: user } };
    blocks[head] = { created, state, ...who, ...(message === undefined ? {} : { message }) };
    const type = `https://ocfl.io/${ocfl}/spec/#inventory`;
    inventory = JSON.stringify({ digestAlgorithm: algorithm, head, id, manifest, type, versions: blocks }, null, 4);
    for (const place of [`${head}/`, '']) {
      files.set(`${place}inventory.json`, inventory);
      files.set(`${place}inventory.json.${algorithm}`, `${digestOf(inventory)} inventory.json\n`);
    }
  }
  return files;
};

/** Puts an object into a storage root on the disk, where its id belongs; answers the key of its root. */
export const putForeign = async (storageRoot: string, object: ForeignObject): Promise<string> => {
  const root = objectRoot(object.id);
  for (const [path, text] of foreignFiles(object)) {
    const file = join(storageRoot, root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return root;
};
