import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { removeBuckets } from '../../test/services/s3/servers.js';
import { plainClient, settingsOf, type S3Server } from '../../test/support/s3/s3-server.js';
import type { Figure } from '../figure.js';
import type { ObjectServer } from '../imports/import-platform.js';
import { bareCopiesOn } from '../imports/bare-copies.js';
import { comparedFigures, measureImport } from '../imports/measured-import.js';
import { makeFiles } from '../imports/planned-files.js';
import { inFolder } from '../in-folder.js';

type Buckets = ObjectServer['buckets'];

/** Does work on temporary buckets, which are deleted afterwards. */
export const withBuckets = async <T>(server: S3Server, work: (buckets: Buckets) => Promise<T>): Promise<T> => {
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
interface MeasuredServer {
  readonly name: string;
  readonly looking: boolean;
}

/**
 * An import by the whole platform in one process with objects on an S3 server, every request counted, compared with
 * bare copies of the same files on that server by the SDK, and with the version before.
 */
export const serverImportsBench = (it: MeasuredServer, server: S3Server, count: number): Promise<readonly Figure[]> =>
  comparedFigures(count, { where: `${it.name}: `, to: bareCopiesOn(it.looking) }, (version) =>
    withBuckets(server, (buckets) =>
      inFolder(async (folder) => {
        const plan = join(folder, 'plan.ndjson');
        const bytes = openS3ByteStore(settingsOf(server));
        await makeFiles({ dependencies: { bytes }, buckets }, { count, plan });
        bytes.close();
        const on = { server, buckets, looking: it.looking };
        return measureImport(version, { data: join(folder, 'data'), plan, server: on });
      }),
    ),
  );
