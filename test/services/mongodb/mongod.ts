import { MongoClient } from 'mongodb';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { spawnWithLog } from '../../support/spawn-with-log.js';
import { holdStill } from '../../support/scheduling/stillness.js';

/** A database server of a test's own, to be killed by it. */
export interface Mongod {
  readonly url: string;
  /** Resolves when it takes writes. */
  readonly start: () => Promise<void>;
  /** By SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Holds it still, connections and all, until it is resumed. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Kills it and removes its data. */
  readonly remove: () => Promise<void>;
}

const START_MS = 60_000;

/** An administrator, without whom nobody may do anything. */
interface Administrator {
  readonly name: string;
  readonly password: string;
}

/** Makes the first user, which the server allows on its own machine while it has none. */
const createAdministrator = async (port: number, { name, password }: Administrator): Promise<void> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  await client
    .db('admin')
    .command({ createUser: name, pwd: password, roles: ['root'] })
    .finally(() => client.close());
};

/**
 * `installed` is the folder that holds the server and its libraries; with `replicaSet` it is a set of one member, with an
 * administrator it knows nobody else.
 */
export const ownMongod = async (
  installed: string,
  { replicaSet, administrator }: { readonly replicaSet?: string; readonly administrator?: Administrator } = {},
): Promise<Mongod> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-mongod-'));
  const port = await freePort();
  await mkdir(join(folder, 'data'));
  let running: ChildProcess | null = null;
  let isKnown = false;

  /** With a client for each attempt: one whose first attempt fails never connects. */
  const attempt = async (): Promise<boolean> => {
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
      serverSelectionTimeoutMS: 500,
    });
    return takesWrites(client)
      .catch(() => false)
      .finally(() => client.close());
  };
  const takesWrites = async (client: MongoClient): Promise<boolean> => {
    const admin = client.db('admin');
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true || replicaSet === undefined) return isWritablePrimary === true;
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await admin.command({ replSetInitiate: { _id: replicaSet, members } }).catch(() => undefined); // once is enough
    return false;
  };
  const ready = async (): Promise<void> => {
    const deadline = performance.now() + START_MS;
    while (!(await attempt())) {
      if (running?.exitCode !== null) throw new Error('the database server ended');
      if (performance.now() > deadline) throw new Error(`the database server takes no writes after ${START_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async (): Promise<void> => {
    if (running === null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = null;
  };
  return {
    url: `mongodb://127.0.0.1:${port}/${replicaSet === undefined ? '' : `?replicaSet=${replicaSet}`}`,
    start: async () => {
      const where = ['--dbpath', join(folder, 'data'), '--port', String(port), '--bind_ip', '127.0.0.1'];
      const small = ['--nounixsocket', '--wiredTigerCacheSizeGB', '0.25'];
      running = spawnWithLog({
        command: join(installed, 'mongod'),
        words: [
          ...where,
          ...small,
          ...(replicaSet === undefined ? [] : ['--replSet', replicaSet]),
          ...(administrator === undefined ? [] : ['--auth']),
        ],
        env: { ...process.env, LD_LIBRARY_PATH: join(installed, 'lib') },
        log: join(folder, 'mongod.log'),
      });
      await ready();
      if (administrator !== undefined && !isKnown) await createAdministrator(port, administrator);
      isKnown = true;
    },
    kill,
    pause: async () => {
      if (running !== null) await holdStill(running);
    },
    resume: () => running?.kill('SIGCONT'),
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
