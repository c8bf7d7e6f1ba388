import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ByteStoreFault, isStreamed, type PutBody } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { ObjectAddress, ObjectInfo } from '../../../formats/bytes.js';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import { sha256Of } from '../../support/sha256.js';

const bytesOf = async (body: PutBody): Promise<Buffer> => {
  if (!isStreamed(body)) return Buffer.from(body);
  const chunks: Buffer[] = [];
  for await (const chunk of body.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** A byte store whose keys are paths below `<folder>/<bucket>`: enough to let objects be written and read in specs. */
export const folderByteStore = (folder: string): ObjectStore => {
  const fileOf = ({ bucket, key }: ObjectAddress): string => join(folder, bucket, key);

  const look = async (at: ObjectAddress): Promise<{ info: ObjectInfo; bytes: Buffer } | null> => {
    const bytes = await readFile(fileOf(at)).catch(() => null);
    if (bytes === null) return null;
    const { mtime } = await stat(fileOf(at));
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const sha256 = sha256Of(bytes);
    const info = { ...at, size: bytes.length, etag, lastModified: mtime, contentType: null, metadata: {}, sha256 };
    return { bytes, info };
  };

  const found = async (at: ObjectAddress): Promise<{ info: ObjectInfo; bytes: Buffer }> => {
    const there = await look(at);
    if (there === null) throw new ByteStoreFault('object-not-found', `${at.key} is not there.`);
    return there;
  };

  const store: ObjectStore = {
    keepsConditions: true,
    async put(at, body, { onlyIf } = {}) {
      const there = (await look(at))?.info.etag ?? null;
      if (onlyIf !== undefined && there !== (onlyIf === 'absent' ? null : onlyIf.etag))
        throw new ByteStoreFault('precondition-failed', `${at.key} is not as expected.`);
      await mkdir(dirname(fileOf(at)), { recursive: true });
      await writeFile(fileOf(at), await bytesOf(body));
      const { info } = await found(at);
      return { etag: info.etag, size: info.size, sha256: info.sha256 ?? '' };
    },
    async head(at) {
      return (await look(at))?.info ?? null;
    },
    async get(at) {
      const { info, bytes } = await found(at);
      return { info, stream: Readable.from(bytes.length > 0 ? [bytes] : []) };
    },
    async copy(from, to, options) {
      return store.put(to, (await found(from)).bytes, options);
    },
    async *list(bucket, prefix, { after = '' } = {}) {
      const entries = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true });
      const keys = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, bucket).length + 1));
      for (const key of keys.sort(compareUtf8))
        if (key.startsWith(prefix) && compareUtf8(key, after) > 0) yield (await found({ bucket, key })).info;
    },
    async *listFolders(bucket, prefix, isWanted = () => true) {
      const entries = await readdir(join(folder, bucket, prefix), { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
      const names = folders.sort(compareUtf8).map((name) => name.slice(0, -1));
      yield* names.filter(isWanted);
    },
    async delete(bucket, keys) {
      for (const key of keys) await rm(fileOf({ bucket, key }), { force: true });
    },
    listUploads: () => Promise.resolve([]), // it has none
    abortUploads: () => Promise.resolve(),
  };
  return store;
};
