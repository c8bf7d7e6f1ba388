import type { KeptFile } from './compare.js';
import type { Keeper, PartedUpload } from './ports.js';

const FILES = 'files';
const PARTED = 'parted';
const OPEN = 'open';

/** An upload that has not ended. */
export interface OpenUpload {
  readonly name: string;
  /** Files that were chosen, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** RFC 3339. */
  readonly begun: string;
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database of the browser failed.')));
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('muniment.uploads', 1);
  request.addEventListener('upgradeneeded', () => {
    for (const store of [FILES, PARTED, OPEN]) request.result.createObjectStore(store);
  });
  return answerOf(request);
};

let database: Promise<IDBDatabase> | null = null;
const storeOf = async (name: string, mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await (database ??= openDatabase())).transaction(name, mode).objectStore(name);

/** The keys of one deposit. */
const keysOf = (depositId: string): IDBKeyRange => IDBKeyRange.bound([depositId], [depositId, []]);

/** A browser that keeps nothing, as in a private window, only has nothing to go on with later. */
const orElse = <Result>(work: Promise<Result>, none: Result): Promise<Result> => work.catch(() => none);

/** What is kept of the uploads of a deposit, in the database of this browser. */
export const keeperOf = (depositId: string): Keeper => {
  const kept = databaseOf(depositId);
  return {
    files: () => orElse(kept.files(), new Map()),
    keepFiles: (files) => orElse(kept.keepFiles(files), undefined),
    parted: (path) => orElse(kept.parted(path), null),
    keepParted: (path, upload) => orElse(kept.keepParted(path, upload), undefined),
  };
};

const databaseOf = (depositId: string): Keeper => ({
  files: async () => {
    const store = await storeOf(FILES, 'readonly');
    const range = keysOf(depositId);
    const [keys, files] = await Promise.all([answerOf(store.getAllKeys(range)), answerOf(store.getAll(range))]);
    return new Map(keys.map((key, index) => [(key as string[])[1] ?? '', files[index] as KeptFile]));
  },
  keepFiles: async (files) => {
    const store = await storeOf(FILES, 'readwrite');
    await Promise.all(files.map(([path, file]) => answerOf(store.put(file, [depositId, path]))));
  },
  parted: async (path) => {
    const found: unknown = await answerOf((await storeOf(PARTED, 'readonly')).get([depositId, path]));
    return (found as (PartedUpload & KeptFile) | undefined) ?? null;
  },
  keepParted: async (path, upload) => {
    const store = await storeOf(PARTED, 'readwrite');
    await (upload === null
      ? answerOf(store.delete([depositId, path]))
      : answerOf(store.put(upload, [depositId, path])));
  },
});

/** The upload of a deposit that has not ended in this browser; null where none is known. */
export const openUploadOf = async (depositId: string): Promise<OpenUpload | null> => {
  const found: unknown = await answerOf((await storeOf(OPEN, 'readonly')).get(depositId));
  return (found as OpenUpload | undefined) ?? null;
};

export const keepOpenUpload = async (depositId: string, upload: OpenUpload): Promise<void> => {
  await answerOf((await storeOf(OPEN, 'readwrite')).put(upload, depositId));
};

/** Forgets the uploads of a deposit, as all of it has gone up or was given up. */
export const forgetUploads = async (depositId: string): Promise<void> => {
  await answerOf((await storeOf(OPEN, 'readwrite')).delete(depositId));
  await answerOf((await storeOf(FILES, 'readwrite')).delete(keysOf(depositId)));
  await answerOf((await storeOf(PARTED, 'readwrite')).delete(keysOf(depositId)));
};
