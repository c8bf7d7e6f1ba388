import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nodeFiles, PRIVATE } from './file-system/files.js';
import { keepPrivate } from './file-system/keep-private.js';
import { makeFolders } from './file-system/make-folders.js';
import { writeDurably } from './file-system/write-durably.js';
import { codeOf } from '../../flow/error-code.js';
import { faultClass } from '../../flow/fault.js';

/** The format that this software reads and writes; an older folder is migrated, a newer one is refused. */
const FORMAT = 1;

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The folder of an embedded platform, and the paths of its parts. */
export interface DataFolder {
  readonly path: string;
  /** Whether other users of this machine may read it, since it existed before. */
  readonly openToOthers: boolean;
  /** Whether it was missing. */
  readonly isNew: boolean;
  /** Unique for this folder, also after it is moved; not secret. */
  readonly id: string;
  readonly events: string;
  readonly documents: string;
  readonly sharedRecords: string;
  readonly objects: string;
  /** For search indexes; made by whoever opens one. */
  readonly search: string;
  /** The OCFL storage root, readable by any OCFL tool. */
  readonly ocfl: string;
  /** The credentials of the S3 endpoint's clients; created once per folder. */
  readonly credentials: S3Credentials;
}

/** Why a data folder cannot be used, in one sentence for the operator. */
export class DataFolderFault extends faultClass<'data-folder-unusable' | 'data-folder-newer'>('DataFolderFault') {}

/** Access for the owner only. */
const OWN = 0o700;

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const readOrMake = async (folder: string, name: string, mode: number, make: () => string): Promise<string> => {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
    const text = make();
    await writeDurably(nodeFiles, join(folder, name), text, mode);
    return text;
  }
};

const readFormat = (path: string, text: string): void => {
  let format: unknown;
  try {
    ({ format } = JSON.parse(text) as { format?: unknown });
  } catch {
    format = undefined;
  }
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) {
    throw new DataFolderFault(
      'data-folder-unusable',
      `${join(path, 'format.json')} does not say which format the data folder has.`,
    );
  }
  if (format > FORMAT) {
    throw new DataFolderFault(
      'data-folder-newer',
      `The data folder ${path} has format ${format}, and this version of Muniment knows formats up to ${FORMAT}: use the newer version that wrote it.`,
    );
  }
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Throws DataFolderFault where a missing folder is not to be made: a misspelt path would begin an empty archive. */
const requirePlace = async (folder: string): Promise<void> => {
  const refuse = (reason: string): never => {
    throw new DataFolderFault('data-folder-unusable', `The data folder ${folder} does not exist, and ${reason}.`);
  };
  if (/["']/.test(basename(folder)))
    refuse('it is not created, since there are quotes in its name: correct MUNIMENT_DATA');
  const parent = dirname(folder);
  if (!(await exists(parent)))
    refuse(`neither does the folder that it would be created in: create ${parent}, or correct MUNIMENT_DATA`);
};

/**
 * Creates a data folder for its owner only, in a folder that exists; an existing data folder is not changed. Answers
 * whether it was missing. Rejects with DataFolderFault where it is not to be created, and with the errors of the disk.
 */
export const makeDataFolder = async (path: string): Promise<boolean> => {
  const folder = resolve(path);
  if (!(await exists(folder))) await requirePlace(folder);
  return makeFolders(nodeFiles, folder, OWN);
};

/** Throws DataFolderFault where every user can read the credentials, and this process cannot change that. */
const requirePrivate = (file: string): void => {
  if (keepPrivate(file, PRIVATE)) return;
  throw new DataFolderFault(
    'data-folder-unusable',
    `Every user of this machine can read ${file}, and this process cannot change that: run chmod o= ${file} as its owner, or move the data folder to a file system that keeps permissions.`,
  );
};

const isOpenToOthers = async (folder: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;

const partsOf = (path: string) => ({
  path,
  events: join(path, 'events.sqlite'),
  documents: join(path, 'documents.sqlite'),
  sharedRecords: join(path, 'shared-records.sqlite'),
  objects: join(path, 'objects'),
  search: join(path, 'search'),
  ocfl: join(path, 'ocfl'),
});

/** The parts of a data folder for one who only looks. */
export type DataFolderParts = ReturnType<typeof partsOf>;

/**
 * The parts of the data folder at a path, without a look at them; null where there is no data folder. Creates nothing.
 * Rejects with DataFolderFault.
 */
export const findDataFolder = async (path: string): Promise<DataFolderParts | null> => {
  try {
    readFormat(path, await readFile(join(path, 'format.json'), 'utf8'));
    return partsOf(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw unusable(path, error);
  }
};

const unusable = (path: string, error: unknown): DataFolderFault => {
  if (error instanceof DataFolderFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DataFolderFault('data-folder-unusable', `The data folder ${path} cannot be used: ${reason}.`, {
    cause: error,
  });
};

/**
 * Opens the data folder, which is created as `makeDataFolder` does. Does not lock it: the databases in it are opened
 * exclusively. Rejects with DataFolderFault.
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  try {
    const isNew = await makeDataFolder(path);
    readFormat(path, await readOrMake(path, 'format.json', 0o644, () => `${JSON.stringify({ format: FORMAT })}\n`));
    const credentials = await readOrMake(path, 'credentials.json', 0o600, () => {
      const made: S3Credentials = {
        accessKeyId: `MUNIMENT${randomBytes(6).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64url'),
      };
      return `${JSON.stringify(made, null, 2)}\n`;
    });
    requirePrivate(join(path, 'credentials.json'));
    const parts = partsOf(path);
    for (const folder of [parts.objects, parts.ocfl]) await makeFolders(nodeFiles, resolve(folder));
    const { accessKeyId } = JSON.parse(credentials) as S3Credentials;
    return {
      ...parts,
      isNew,
      openToOthers: !isNew && (await isOpenToOthers(path)),
      id: createHash('sha256').update(accessKeyId).digest('hex').slice(0, 16),
      credentials: JSON.parse(credentials) as S3Credentials,
    };
  } catch (error) {
    throw unusable(path, error);
  }
};
