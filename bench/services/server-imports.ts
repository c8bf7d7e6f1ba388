import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { removeBuckets } from '../../test/services/s3/servers.js';
import { plainClient, settingsOf, type S3Server } from '../../test/support/s3/s3-server.js';
import type { Figure } from '../figure.js';
import type { ObjectServer } from '../imports/import-platform.js';
import { exportFigures, measureExport } from '../exports/measured-export.js';
import { inFolder } from '../in-folder.js';
import type { MeasuredServer } from '../measured-server.js';
import { importFigures, measureImport } from '../imports/measured-import.js';
import { makeFiles } from '../imports/planned-files.js';
import { bareCopiesOn } from './bare-copies.js';

type Buckets = ObjectServer['buckets'];

/** Does work on temporary buckets, which are deleted afterwards. */
const withBuckets = async <T>(server: S3Server, work: (buckets: Buckets) => Promise<T>): Promise<T> => {
  const run = randomUUID().slice(0, 8);
  const buckets = { workspace: `workspace-${run}`, repository: `repository-${run}`, staging: `staging-${run}` };
  const client = plainClient(server);
  for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  try {
    return await work(buckets);
  } finally {
    await removeBuckets(server, Object.values(buckets));
  }
};

/** Which server is measured, and whether a bare copy is looked at afterwards. */
interface Measured {
  readonly name: string;
  readonly looking: boolean;
}

/** Where the files of a measurement are planned, and the server that they are uploaded to. */
interface Planned {
  readonly data: string;
  readonly plan: string;
  readonly on: MeasuredServer;
}

/** Measures with files that were uploaded to temporary buckets. */
const onFiles = <T>(
  { looking }: Measured,
  server: S3Server,
  count: number,
  measure: (planned: Planned) => Promise<T>,
): Promise<T> =>
  withBuckets(server, (buckets) =>
    inFolder(async (folder) => {
      const plan = join(folder, 'plan.ndjson');
      const bytes = openS3ByteStore(settingsOf(server));
      await makeFiles({ dependencies: { bytes }, buckets }, { count, plan });
      bytes.close();
      return measure({ data: join(folder, 'data'), plan, on: { server, buckets, looking } });
    }),
  );

/**
 * An import by the whole platform in one process with objects on an S3 server, every request counted, compared with
 * bare copies of the same files on that server by the SDK.
 */
export const serverImportsBench = (it: Measured, server: S3Server, count: number): Promise<readonly Figure[]> =>
  onFiles(it, server, count, async ({ data, plan, on }) =>
    importFigures(await measureImport(data, plan, on), { count, where: `${it.name}: `, to: bareCopiesOn(it.looking) }),
  );

/** An export, measured in the same way and compared with the same. */
export const serverExportsBench = (it: Measured, server: S3Server, count: number): Promise<readonly Figure[]> =>
  onFiles(it, server, count, async ({ data, plan, on }) =>
    exportFigures(await measureExport(data, plan, on), { where: `${it.name}: `, to: bareCopiesOn(it.looking) }),
  );
