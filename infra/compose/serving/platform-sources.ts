import { statfs } from 'node:fs/promises';
import type { PlatformSources } from '../../../gateways/preservation/system/platform-sources.js';
import { keptFor } from '../../../flow/sharing/kept-for.js';
import { countedViews } from '../../../projections/read-models.js';
import { readViewStates } from '../../../projections/view-states.js';
import type { Config } from '../../config/config.js';
import { workspaceBuckets } from '../../config/export-destinations.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { SearchIndexes } from '../search/search-indexes.js';
import type { Stores } from '../stores/stores.js';
import type { S3Access } from './workspace-access.js';

interface Parts extends Pick<ProcessParts, 'config' | 'documents' | 'events' | 'folder' | 'now'> {
  readonly stores: Pick<Stores, 'engine'>;
  readonly search: Pick<SearchIndexes, 'states'>;
  readonly s3: S3Access | null;
}

const DISK_KEPT_MS = 10_000;

const diskOf = (path: string): NonNullable<PlatformSources['readDisk']> =>
  keptFor(DISK_KEPT_MS, async () => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  });

const totalsIn = (config: Config, engine: ObjectEngine): NonNullable<PlatformSources['workspaceTotals']> => {
  const buckets = workspaceBuckets(config);
  return async (folders) => {
    const each = await Promise.all(buckets.map((bucket) => engine.totals(bucket, folders)));
    return each.reduce((all, { files, bytes }) => ({ files: all.files + files, bytes: all.bytes + bytes }));
  };
};

/**
 * What this process tells of the platform. The path of the data folder is told only while nobody has to identify
 * themselves, which is on this computer alone or was asked for.
 */
export const platformSources = (parts: Parts): PlatformSources => {
  const { config, documents, events, folder, now, stores, search, s3 } = parts;
  const names = countedViews.map(({ name }) => name);
  const isOpen = config.identity.tokens === null;
  return {
    started: now(),
    s3Endpoint: s3 === null ? null : (config.s3PublicUrl ?? s3.endpoint),
    dataFolder: isOpen ? (folder?.path ?? null) : null,
    readDisk: folder === null ? null : diskOf(folder.path),
    readViewStates: () => readViewStates({ names, documents, events, indexes: search.states, now }),
    workspaceTotals: stores.engine === null ? null : totalsIn(config, stores.engine),
  };
};
