import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { ObjectStore } from '../../../formats/object-store.js';
import { readPreservableFolder } from '../../../clients/command-line/folder/preservable-folder.js';
import { preservationClient } from '../../../clients/api/preservation-client.js';
import { preserveFolder } from '../../../clients/command-line/preserve-folder.js';
import { localDigests } from '../../support/local-digests.js';
import { uploadByPuts } from '../../support/main-job/upload-by-puts.js';
import { callOn } from '../../support/http/call-on.js';
import { openWorkspace } from '../../support/distributed/cluster-journey.js';
import type { Cluster } from '../../support/distributed/cluster.js';
import { runCommand } from '../../support/command-line/run-command.js';
import { openOwnCluster } from './own-cluster.js';
import { OWN_SERVERS, type OwnServers } from './own-servers.js';
import { quiet } from '../../support/command-line/quiet-progress.js';

const GROUP = 'letters/1911';
const LATER = 'letters/1912';
describe(`restoring an older log beside a newer bucket (needs ${OWN_SERVERS})`, () => {
  let servers: OwnServers;
  let cluster: Cluster;
  let store: ObjectStore & { close(): void };
  let folder: string;
  let close = (): Promise<unknown> => Promise.resolve();
  before(async function () {
    const own = await openOwnCluster({ each: 1 });
    if (own === null) return this.skip();
    ({ servers, cluster, close } = own);
    store = openWorkspace(servers.s3);
    folder = await mkdtemp(join(tmpdir(), 'muniment-restore-'));
  });
  after(async () => {
    await close();
    (store as typeof store | undefined)?.close();
    if ((folder as string | undefined) !== undefined) await rm(folder, { recursive: true });
  });

  const preserve = async (group: string, ...files: readonly string[]): Promise<void> => {
    const letters = await mkdtemp(join(folder, 'letters-'));
    for (const file of files) await writeFile(join(letters, file), file);
    const upload = uploadByPuts(store);
    const ports = { client: preservationClient(cluster.preservation), upload, progress: quiet };
    const local = await readPreservableFolder(letters);
    const digests = localDigests(local, quiet);
    const named = { name: null, defaultName: 'letters' };
    const request = { local, digests, segments: group.split('/'), ...named, keepWorkspace: true };
    await preserveFolder(ports, request);
  };
  const stopAll = async (): Promise<void> => {
    await Promise.all([...cluster.processes.values()].map((each) => each.end('SIGTERM')));
    await cluster.eventStore.end('SIGTERM');
  };
  const startAll = async (): Promise<void> => {
    await cluster.eventStore.start();
    await Promise.all([...cluster.processes.values()].map((each) => each.start()));
    await cluster.healthy();
  };
  const stored = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key, etag } of store.list(cluster.buckets.repository, '')) keys.push(`${key} ${etag}`);
    return keys;
  };
  const run = async (program: 'adopt' | 'audit'): Promise<{ readonly code: number | null; readonly said: string }> => {
    const { code, stdout, stderr } = await runCommand(program, [], { env: cluster.settings });
    return { code, said: stdout + stderr };
  };

  it('loses nothing, refuses by name what is ahead of the log, and serves it again once it is adopted', async () => {
    await preserve(GROUP, 'a.txt');
    await cluster.settle();
    await stopAll();
    const backup = join(folder, 'log');
    await copyFile(cluster.logFile, backup);
    await startAll();
    await preserve(GROUP, 'a.txt', 'b.txt');
    await preserve(LATER, 'c.txt');
    await cluster.settle();
    const before = await stored();

    await stopAll();
    await copyFile(backup, cluster.logFile);
    const mongo = await MongoClient.connect(servers.mongodb);
    await mongo.db(cluster.settings['MUNIMENT_MONGODB_DATABASE'] ?? '').dropDatabase();
    await mongo.close();
    await startAll();
    const call = callOn(cluster.preservation);
    const shown = await call<{ readonly detail: string }>('GET', `/repository/${GROUP}`);
    expect([shown.status, shown.body.detail]).to.deep.equal([
      409,
      `The OCFL object of ${GROUP} is at v2, its ledger at v1.`,
    ]);
    for (const group of [GROUP, LATER]) {
      const archivalGroup = `${cluster.storage}/repository/${group}`;
      const job = { archivalGroup, archivalGroupName: 'Letters', lastModifiedBy: 'scanner' };
      const { status, body } = await callOn(cluster.storage)<{ readonly detail: string }>('POST', '/import', job);
      expect(status, body.detail).to.equal(409);
      expect(body.detail).to.contain(group);
    }
    await cluster.settle();
    expect(await stored()).to.deep.equal(before);

    const adopted = await run('adopt');
    expect(adopted.code, adopted.said).to.equal(0);
    expect(adopted.said).to.contain('Adopted 2 versions of 2 groups');
    await cluster.settle();
    expect((await call('GET', `/repository/${LATER}`)).status).to.equal(200);
    await preserve(GROUP, 'a.txt', 'b.txt', 'd.txt');
    const whole = await call<{ readonly versions: unknown[] }>('GET', `/repository/${GROUP}`);
    expect(whole.body.versions).to.have.length(3);
    await cluster.settle();
    const audited = await run('audit');
    expect(audited.code, audited.said).to.equal(0);
  });
});
