import { cause } from '../../../events/cause.js';
import { CONSOLE } from '../../../gateways/console/console.js';
import type { Role } from '../../config/roles.js';
import type { ProcessParts } from '../process/process-parts.js';
import { announceRunning, withdrawRunning } from '../process/running-file.js';
import { version } from '../process/version.js';
import type { HttpServers } from '../serving/http-servers.js';
import type { HttpServer } from '../serving/listen.js';
import type { ServedObjects } from '../serving/serve-objects.js';
import type { S3Access } from '../serving/workspace-access.js';
import type { Stores } from '../stores/stores.js';

/** The addresses of a process that is ready, which `npm start` prints (greeting.ts). */
export interface ProcessReady {
  readonly ready: true;
  readonly roles: readonly Role[];
  /** Null without that role. */
  readonly preservation: string | null;
  readonly storage: string | null;
  readonly console: string | null;
  readonly operations: string;
  /** Null where an S3 server has the objects, or this process serves none. */
  readonly s3: S3Access | null;
  /** Absolute path of the data folder; null where servers store everything. */
  readonly data: string | null;
}

interface OpenedParts {
  readonly servers: HttpServers;
  readonly operations: HttpServer;
  readonly objects: ServedObjects | null;
  readonly stores: Stores;
}

/** The addresses of what was opened. */
export const readyOf = (
  roles: readonly Role[],
  { servers, operations, objects, stores }: OpenedParts,
): ProcessReady => ({
  ready: true,
  roles,
  preservation: servers.preservation?.address ?? null,
  storage: servers.storage?.address ?? null,
  console: servers.preservation !== null && roles.includes('console') ? servers.preservation.address + CONSOLE : null,
  operations: operations.address,
  s3: objects?.s3 ?? null,
  data: stores.folder?.path ?? null,
});

/** Says in the data folder that this process runs on it, until it ends; a full disk does not keep it from serving. */
export const announce = async (
  instance: string,
  ready: ProcessReady,
  command: string,
  { now, disposal, log }: Pick<ProcessParts, 'now' | 'disposal' | 'log'>,
): Promise<void> => {
  const { data, preservation, storage, operations } = ready;
  if (data === null) return;
  const addresses = { preservation, storage, s3: ready.s3?.endpoint ?? null, operations };
  const announced = { instance, command, since: now().toISOString(), version, ...addresses };
  disposal.keep('running.json', data, withdrawRunning);
  await announceRunning(data, announced).catch((error: unknown) =>
    log('start').warn('running.json could not be written, so that commands do not find this process', cause(error)),
  );
};
