import type { ObjectStore } from '../../formats/object-store.js';
import { readPreservableFolder } from '../../clients/command-line/folder/preservable-folder.js';
import { followImport, requestImport } from '../../clients/command-line/deposit/import-deposit.js';
import { openOwnDeposit } from '../../clients/command-line/deposit/own-deposit.js';
import { preservationClient } from '../../clients/api/preservation-client.js';
import { syncDeposit, type SyncPorts } from '../../clients/command-line/deposit/sync-deposit.js';
import { uploadByPuts } from '../../test/support/main-job/upload-by-puts.js';
import { openWorkspace } from '../../test/support/distributed/cluster-journey.js';
import { startCluster, type Cluster, type ClusterServers } from '../../test/support/distributed/cluster.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { LETTERS, makeLetters } from '../imports/letters.js';
import { median, secondsOf } from '../measure.js';
import { bareCopiesOn, copyBare } from './bare-copies.js';
import { quiet } from '../../test/support/quiet-progress.js';

const ROUNDS = 5;
const GOAL = 0.8;

const NOTHING = { files: new Map<string, string>(), folders: new Set<string>() };

type Ports = SyncPorts & {
  readonly objects: ObjectStore;
  readonly cluster: Cluster;
  readonly servers: ClusterServers;
  readonly looking: boolean;
};

/** The same files copied by the SDK alone, and imported, from the request until the client sees its end. */
const round = async (ports: Ports, folder: string, name: string): Promise<{ copying: number; importing: number }> => {
  const { cluster, servers, client, objects, looking } = ports;
  const deposit = await openOwnDeposit(client, { path: name, archivalGroupName: name, head: null, message: null });
  if (deposit === null) throw new Error(`${name} was preserved before`);
  await syncDeposit(ports, deposit, { local: await readPreservableFolder(folder), digests: new Map(), held: NOTHING });
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];
  const keys: string[] = [];
  for await (const { key } of objects.list(bucket, `${prefix}objects/`)) if (!key.endsWith('/')) keys.push(key);
  const to = { bucket: cluster.buckets.repository, prefix: `bare-${name}/` };
  const copying = await copyBare(servers.s3, { from: { bucket, keys }, to, looking });
  const importing = await secondsOf(async () => followImport(ports, deposit, await requestImport(client, deposit, 0)));
  return { copying: keys.length / copying, importing: LETTERS / importing };
};

/** Removes what the rounds have left on the server, which is shared. */
const empty = async ({ cluster, objects }: Ports): Promise<void> => {
  for (const bucket of Object.values(cluster.buckets)) {
    let keys: string[] = [];
    for await (const { key } of objects.list(bucket, '')) keys.push(key);
    keys.reverse(); // the content of a folder before its marker
    while (keys.length > 0) {
      await objects.delete(bucket, keys.slice(0, 1_000));
      keys = keys.slice(1_000);
    }
  }
};

interface Server {
  readonly name: string;
  readonly looking: boolean;
}

/** An import of 2,000 files of 10 KB by the platform in many processes, compared with bare copies of the same files. */
export const clusterImportsBench = (server: Server, servers: ClusterServers): Promise<readonly Figure[]> =>
  inFolder((source) => imported(source, server, servers));

const imported = async (source: string, server: Server, servers: ClusterServers): Promise<readonly Figure[]> => {
  await makeLetters(source);
  const objects = openWorkspace(servers.s3);
  const cluster = await startCluster(servers, { each: 1 });
  try {
    const client = preservationClient(cluster.preservation);
    const upload = uploadByPuts(objects);
    const ports = { cluster, servers, client, objects, upload, progress: quiet, looking: server.looking };
    await round(ports, source, 'letters-0'); // warm-up
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let count = 1; count <= ROUNDS; count++) rounds.push(await round(ports, source, `letters-${count}`));
    await empty(ports);
    const to = bareCopiesOn(server.looking);
    const value = median(rounds.map(({ importing, copying }) => importing / copying));
    return [
      {
        name: `${server.name}: import of 2,000 files of 10 KB`,
        value: median(rounds.map(({ importing }) => importing)),
        unit: 'files/s',
        ratio: { to, value, goal: GOAL },
      },
      { name: `${server.name}: ${to}`, value: median(rounds.map(({ copying }) => copying)), unit: 'files/s' },
    ];
  } finally {
    await cluster.stop();
    objects.close();
  }
};
