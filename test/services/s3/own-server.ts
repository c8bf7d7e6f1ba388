import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';
import type { S3Server } from '../../support/s3/s3-server.js';
import { until } from '../../support/scheduling/until.js';
import { spawnWithLog } from '../../support/spawn-with-log.js';

type Program = 'versitygw' | 'minio';

/** A server of this test's own, which may be killed. */
export interface OwnServer {
  readonly at: S3Server;
  /** Ends it with SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Starts it again over the same data, at the same address. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const launch = (program: Program, cache: string, folder: string, { port, key, secret }: Access): ChildProcess => {
  const address = `127.0.0.1:${port}`;
  const binary = join(cache, program, 'bin', program);
  const [args, environment] =
    program === 'versitygw'
      ? [
          [
            ...['--port', address, '--region', 'us-east-1', '--health', '/health', '--quiet'],
            ...['--iam-dir', join(folder, 'iam'), 'posix', join(folder, 'data')],
          ],
          { ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: secret },
        ]
      : [
          ['server', '--quiet', '--address', address, '--certs-dir', join(folder, 'certs'), join(folder, 'data')],
          { MINIO_ROOT_USER: key, MINIO_ROOT_PASSWORD: secret, MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' },
        ];
  const env = { PATH: process.env['PATH'], HOME: folder, MINIO_REGION: 'us-east-1', ...environment };
  return spawnWithLog({ command: binary, words: args, env, log: join(folder, `${program}.log`) });
};

interface Access {
  readonly port: number;
  readonly key: string;
  readonly secret: string;
}

const HEALTH: Readonly<Record<Program, string>> = { versitygw: '/health', minio: '/minio/health/ready' };

const untilReady = (url: string): Promise<void> =>
  until(`something is ready at ${url}`, async () => (await fetch(url)).ok);

/** Makes a user of a versitygw, who may do nothing but what the policies of buckets allow. */
export const createS3User = async (
  cache: string,
  { at }: Pick<OwnServer, 'at'>,
  user: { readonly name: string; readonly password: string },
): Promise<void> => {
  const admin = ['--access', at.accessKeyId, '--secret', at.secretAccessKey, '--endpoint-url', at.endpoint];
  const words = ['create-user', '--access', user.name, '--secret', user.password, '--role', 'user'];
  await promisify(execFile)(join(cache, 'versitygw', 'bin', 'versitygw'), ['admin', ...admin, ...words]);
};

/** Starts a server from the cache of installed ones, over data of its own. */
export const openOwnServer = async (program: Program, cache: string): Promise<OwnServer> => {
  const folder = await mkdtemp(join(tmpdir(), `muniment-${program}-`));
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'certs'));
  await mkdir(join(folder, 'iam'));
  const access = { port: await freePort(), key: 'ownserver', secret: randomBytes(20).toString('hex') };
  const endpoint = `http://127.0.0.1:${access.port}`;
  let running: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    running = launch(program, cache, folder, access);
    await untilReady(endpoint + HEALTH[program]);
  };
  const kill = async (): Promise<void> => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  await start();
  return {
    at: { endpoint, region: 'us-east-1', accessKeyId: access.key, secretAccessKey: access.secret },
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
