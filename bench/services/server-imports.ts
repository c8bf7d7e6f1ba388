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

/**
 * An import by the whole platform in one process with objects on an S3 server, every request counted, compared with
 * bare copies of the same files on that server by the SDK.
 */
export const serverImportsBench = (
  { name, looking }: { readonly name: string; readonly looking: boolean },
  server: S3Server,
  count: number,
): Promise<readonly Figure[]> =>
  withBuckets(server, (buckets) =>
    inFolder(async (folder) => {
      const plan = join(folder, 'plan.ndjson');
      const bytes = openS3ByteStore(settingsOf(server));
      await makeFiles({ dependencies: { bytes }, buckets }, { count, plan });
      bytes.close();
      const it = await measureImport(join(folder, 'data'), plan, { server, buckets, looking });
      return importFigures(it, { count, where: `${name}: `, to: bareCopiesOn(looking) });
    }),
  );

/** An export, measured in the same way and compared with the same. */
export const serverExportsBench = (
  { name, looking }: { readonly name: string; readonly looking: boolean },
  server: S3Server,
  count: number,
): Promise<readonly Figure[]> =>
  withBuckets(server, (buckets) =>
    inFolder(async (folder) => {
      const plan = join(folder, 'plan.ndjson');
      const bytes = openS3ByteStore(settingsOf(server));
      await makeFiles({ dependencies: { bytes }, buckets }, { count, plan });
      bytes.close();
      const it = await measureExport(join(folder, 'data'), plan, { server, buckets, looking });
      return exportFigures(it, { where: `${name}: `, to: bareCopiesOn(looking) });
    }),
  );
