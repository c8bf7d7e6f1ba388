import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { shellWord } from '../../../clients/command-line/output/shell-word.js';
import { codeOf } from '../../../flow/error-code.js';
import { retry } from '../../../flow/retry.js';
import { keyedQueue } from '../../../flow/sharing/keyed-queue.js';
import { nodeFiles } from '../../embedded/file-system/files.js';
import { writeDurably } from '../../embedded/file-system/write-durably.js';
import { readStoredLogin, type StoredLogin } from './stored-login.js';

/** The logins of a user, a file of its owner alone for each server. All reject with CommandFault. */
export interface LoginFiles {
  /** Null where there is none. */
  read(server: string): Promise<StoredLogin | null>;
  write(login: StoredLogin): Promise<void>;
  /** Whether there was one. */
  remove(server: string): Promise<boolean>;
  /** In the order of their servers. */
  list(): Promise<readonly StoredLogin[]>;
  /** Does work while no other process of the user does such work. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const ENDING = '.json';
/** A refresh takes two requests of some seconds each at most. */
const PATIENCE_MS = 30_000;

/** `https%3A%2F%2Farchive.example.org.json`. */
const fileOf = (folder: string, server: string): string => join(folder, `${encodeURIComponent(server)}${ENDING}`);

const fault = (message: string, code: string, next: string): CommandFault =>
  new CommandFault(message, { code, exit: 2, next });

/** The text of a file that nobody else can read; null where there is none. */
const privateText = async (path: string): Promise<string | null> => {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    const why = error instanceof Error ? error.message : String(error);
    throw fault(`The login in ${path} cannot be read (${why}).`, 'login-unreadable', `ls -l ${shellWord(path)}`);
  });
  if (file === null) return null;
  try {
    const { mode } = await file.stat();
    if ((mode & OTHERS) === 0) return await file.readFile('utf8');
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    const message = `The login in ${path} was not used: others can read or change it (mode ${shown}).`;
    throw fault(message, 'login-not-private', `chmod 600 ${shellWord(path)}`);
  } finally {
    await file.close();
  }
};

/** Work of this process waits here: an attempt to get the lock of another process stops all else for half a second. */
const inThisProcess = keyedQueue();

/** Waits for whoever has the lock, which ends with its process. */
const locked = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  const { closeDatabase, openDatabase } = await import('../../embedded/sqlite.js');
  const lock = await retry(() => Promise.resolve().then(() => openDatabase(path)), {
    backOff: { firstMs: 20, capMs: 200 },
    mayPass: (error) => codeOf(error) === 'database-in-use',
    patienceMs: PATIENCE_MS,
  });
  try {
    return await work();
  } finally {
    closeDatabase(lock);
  }
};

/** The logins in a folder, which is made with the first one. */
export const loginFiles = (folder: string): LoginFiles => {
  const makeFolder = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await chmod(folder, PRIVATE_FOLDER);
  };
  const read = async (server: string): Promise<StoredLogin | null> => {
    const path = fileOf(folder, server);
    const text = await privateText(path);
    if (text === null) return null;
    const login = readStoredLogin(text);
    if (login?.server === server) return login;
    throw fault(`${path} is not a login for ${server}.`, 'login-damaged', `muniment login ${server}`);
  };
  return {
    read,
    async write(login) {
      await makeFolder();
      await writeDurably(nodeFiles, fileOf(folder, login.server), `${JSON.stringify(login, null, 2)}\n`, PRIVATE_FILE);
    },
    async remove(server) {
      const path = fileOf(folder, server);
      const isThere = (await privateText(path).catch(() => '')) !== null;
      await rm(path, { force: true });
      return isThere;
    },
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      const servers = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
      const logins = await Promise.all(servers.toSorted().map((each) => read(decodeURIComponent(each))));
      return logins.filter((each) => each !== null);
    },
    alone: (work) =>
      inThisProcess.run(folder, async () => {
        await makeFolder();
        return locked(join(folder, 'lock'), work);
      }),
  };
};
