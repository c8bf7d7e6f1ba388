import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteStore } from '../../../formats/bytes.js';
import { settings } from '../../../infra/config/settings.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import { openObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import type { AcknowledgedLine } from '../main-job/lines.js';

/** What is kept of the workspace of a deposit that is there. */
const VIEW = /^workspaces\/([a-z0-9]+)\.(?:ndjson|mark)$/;

type Upload = Extract<AcknowledgedLine, { what: 'upload' }>;

/** Whether an upload is not in its workspace, although its deposit was not archived. */
const isLost = async (bytes: ByteStore, bucket: string, { key, sha256 }: Upload): Promise<boolean> => {
  const info = await bytes.head({ bucket, key });
  const [prefix] = /^deposits\/[^/]+\//.exec(key) ?? [];
  if (info === null && (await bytes.head({ bucket, key: `${prefix}archived.txt` })) !== null) return false;
  return info?.sha256 !== sha256;
};

/** What is wrong with an object store after the main job has ended: something lost, or something left over. */
export const storeFaults = async (data: string, acknowledged: readonly AcknowledgedLine[]): Promise<string[]> => {
  const [workspace, staging] = [settings.workspaceBucket.fallback, settings.stagingBucket.fallback];
  const engine = await openObjectEngine({
    folder: data,
    buckets: [
      { name: workspace, layout: 'indexed' },
      { name: staging, layout: 'indexed' },
    ],
  });
  const bytes = engineByteStore(engine);
  const faults: string[] = [];
  for (const upload of acknowledged) {
    if (upload.what !== 'upload') continue;
    if (await isLost(bytes, workspace, upload)) faults.push(`upload ${upload.key} was acknowledged and is lost`);
  }
  const deposits = new Set<string>();
  for await (const { key } of bytes.list(workspace, '')) deposits.add(key.split('/')[1] ?? '');
  for await (const { key } of bytes.list(staging, '')) {
    const viewed = VIEW.exec(key)?.[1];
    if (viewed === undefined || !deposits.has(viewed)) faults.push(`${key} is left in staging`);
  }
  await engine.close();
  for (const name of await readdir(join(data, 'tmp'))) faults.push(`${name} is left in tmp`);
  return faults;
};
