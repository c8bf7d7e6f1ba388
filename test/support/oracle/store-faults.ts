import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { AcknowledgedLine } from '../main-job/lines.js';
import { atRest, type RestingStores } from './at-rest.js';
import { lateSweep } from './late-sweep.js';

type Objects = Pick<Dependencies, 'bytes' | 'places'>;

/** What is kept of the workspace of a deposit that is there, and the findings of its runs. */
const VIEW = /^workspaces\/([a-z0-9]+)\.(?:ndjson|mark|[a-z0-9]+\.\d+\.findings\.(?:json|ndjson))$/;
/** What was found at the origins, which outlives a job on purpose. */
const ORIGINS = /^imports\/[^/]+\/origins\.ndjson$/;

/** Snapshots of search indexes, of which an interrupted one is kept for a week. */
const SNAPSHOT = /^search\/(?:files|deposits)\/v\d+\/[^/]+\/(?:\d{6}\.gz|manifest\.json)$/;

type Upload = Extract<AcknowledgedLine, { what: 'upload' }>;

/** Whether an upload is not in its workspace, although its deposit was not archived. */
const isLost = async ({ bytes, places }: Objects, { key, sha256 }: Upload): Promise<boolean> => {
  const bucket = places.workspaceBucket;
  const info = await bytes.head({ bucket, key });
  const [prefix] = /^deposits\/[^/]+\//.exec(key) ?? [];
  if (info === null && (await bytes.head({ bucket, key: `${prefix}archived.txt` })) !== null) return false;
  return info?.sha256 !== sha256;
};

/** The paths of what is left over in the staging bucket of a platform at rest. */
const leftInStaging = async ({ bytes, places }: Objects): Promise<string[]> => {
  const deposits = new Set<string>();
  for await (const { key } of bytes.list(places.workspaceBucket, '')) deposits.add(key.split('/')[1] ?? '');
  const left: string[] = [];
  const { bucket, prefix } = places.staging;
  for await (const { key } of bytes.list(bucket, prefix)) {
    const path = key.slice(prefix.length);
    const isOfDeposit = deposits.has(VIEW.exec(path)?.[1] ?? '');
    if (!isOfDeposit && !ORIGINS.test(path) && !SNAPSHOT.test(path)) left.push(path);
  }
  return left;
};

const asFault = (path: string): string => `${path} is left in staging`;

/** What is left over in the staging bucket of a platform at rest. */
export const stagingFaults = async (objects: Objects): Promise<string[]> => (await leftInStaging(objects)).map(asFault);

/** The same, where a reader may have kept the listing of a workspace after it was emptied, until the late sweep. */
const sweptStagingFaults = async (stores: RestingStores): Promise<string[]> => {
  const left = await leftInStaging(stores);
  if (!left.some((path) => VIEW.test(path))) return left.map(asFault);
  await lateSweep(stores);
  const remaining = new Set(await leftInStaging(stores));
  return left.filter((path) => !VIEW.test(path) || remaining.has(path)).map(asFault);
};

/** What is wrong with the object store of a data folder that nobody holds: uploads lost, or something left over. */
export const storeFaults = (data: string, acknowledged: readonly AcknowledgedLine[] = []): Promise<string[]> =>
  atRest(data, async (stores) => {
    const faults = await sweptStagingFaults(stores);
    for (const upload of acknowledged)
      if (upload.what === 'upload' && (await isLost(stores, upload)))
        faults.push(`upload ${upload.key} was acknowledged and is lost`);
    for (const name of await readdir(join(data, 'tmp'))) faults.push(`${name} is left in tmp`);
    return faults;
  });
