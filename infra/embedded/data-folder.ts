import { createHash, randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nodeFiles } from './file-system/files.js';
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
  /** Unique for this folder, also after it is moved; not secret. */
  readonly id: string;
  readonly events: string;
  readonly documents: string;
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

/** Creates a folder for its owner only; an existing one is not changed. Answers whether other users may read it. */
const makeOwn = async (folder: string): Promise<boolean> => {
  if (await makeFolders(nodeFiles, folder, OWN)) return false;
  return process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;
};

/**
 * Opens the data folder, created for its owner only when it is missing. Does not lock it: the databases in it are
 * opened exclusively. Rejects with DataFolderFault.
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  try {
    const others = await makeOwn(resolve(path));
    readFormat(path, await readOrMake(path, 'format.json', 0o644, () => `${JSON.stringify({ format: FORMAT })}\n`));
    const credentials = await readOrMake(path, 'credentials.json', 0o600, () => {
      const made: S3Credentials = {
        accessKeyId: `MUNIMENT${randomBytes(6).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64url'),
      };
      return `${JSON.stringify(made, null, 2)}\n`;
    });
    await chmod(join(path, 'credentials.json'), 0o600);
    const objects = join(path, 'objects');
    const ocfl = join(path, 'ocfl');
    for (const folder of [objects, ocfl]) await makeFolders(nodeFiles, resolve(folder));
    const { accessKeyId } = JSON.parse(credentials) as S3Credentials;
    return {
      path,
      openToOthers: others,
      id: createHash('sha256').update(accessKeyId).digest('hex').slice(0, 16),
      events: join(path, 'events.sqlite'),
      documents: join(path, 'documents.sqlite'),
      objects,
      search: join(path, 'search'),
      ocfl,
      credentials: JSON.parse(credentials) as S3Credentials,
    };
  } catch (error) {
    if (error instanceof DataFolderFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataFolderFault('data-folder-unusable', `The data folder ${path} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
};
