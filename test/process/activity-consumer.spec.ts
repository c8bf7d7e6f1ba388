import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { EventStore } from '../../events/store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { importActivities } from '../../projections/activity/activity-stream.js';
import { activityFaults } from '../support/oracle/activity-faults.js';
import { loadBalancer } from '../support/distributed/load-balancer.js';
import { adoptVersion, factsIn, groupActivitiesOf } from '../support/platform/ended-jobs.js';
import { startEventStoreDb } from '../support/eventstoredb/server.js';
import { restartable, type Restartable } from '../support/processes/restartable.js';
import { freePort } from '../support/free-port.js';
import { projectRoot } from '../support/project-root.js';
import { until } from '../support/scheduling/until.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { ActivityWorkerWords } from './programs/activity-worker.js';

const WORKERS = 4;
const JOBS = 60;
const POSTS = 40;
/** A process is killed each time the stream has so many activities more. */
const BETWEEN_KILLS = 30;
/** Of one step, on a machine on which everything takes long: each activity is some ten requests, made by four rivals. */
const PATIENCE_MS = 240_000;

interface Activity {
  readonly type: string;
  readonly object: { readonly id: string };
  readonly endTime: string;
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the consumer of the activity stream, which is given as a sample: python3', () => {
  const folder = temporaryFolder();
  const closing: (() => unknown)[] = [];
  before(function () {
    if (!hasPython) this.skip();
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** The program, which may be killed and started again. */
  const consumer = (collection: string, journal: string) => {
    let child: ChildProcess | null = null;
    const program = join(projectRoot, 'samples', 'activity-consumer', 'consume.py');
    return {
      start: (): void => {
        child = spawn('python3', [program, collection, '--journal', journal, '--every', '0.1'], { stdio: 'ignore' });
      },
      kill: async (): Promise<void> => {
        if (child === null) return;
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      },
    };
  };

  const openLog = (url: string): EventStore => {
    const log = openEventStoreDb({ connectionString: url, codec: createCodec(catalogue) });
    closing.push(() => log.close());
    return log;
  };

  /** Posts activities of a group one after another, each until it was taken, whatever happens to the processes. */
  const postAll = async (collection: string, group: string): Promise<void> => {
    const body = JSON.stringify({ type: 'Update', object: { id: group, type: 'ArchivalGroup' } });
    for (let post = 0; post < POSTS; post++) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `post ${post}` };
      await until(
        `post ${post} is taken`,
        async () => (await fetch(collection, { method: 'POST', body, headers }).catch(() => null))?.status === 204,
        PATIENCE_MS,
      );
    }
  };

  it('sees each activity once and in order, while four workers end jobs and every process is killed', async () => {
    const eventStore = await startEventStoreDb();
    closing.push(() => eventStore.stop());
    const log = openLog(eventStore.url);
    await adoptVersion(log, 'old', 1);
    const ports = await Promise.all(Array.from({ length: WORKERS }, () => freePort()));
    const balancer = await loadBalancer(ports.map((port) => ({ service: port, operations: port })));
    closing.push(() => balancer.close());
    const collection = `${balancer.address}/activity/archivalgroups/collection`;
    const workers: Restartable[] = ports.map((port, number) => {
      const words: ActivityWorkerWords = {
        eventStore: eventStore.url,
        number,
        port,
        preservation: balancer.address,
        jobs: JOBS,
      };
      return restartable({ file: 'test/process/programs/activity-worker.js', words: [JSON.stringify(words)] });
    });
    closing.push(() => Promise.all(workers.map((worker) => worker.end())));
    const journal = join(folder(), 'activities.ndjson');
    const reader = consumer(collection, journal);
    closing.push(() => reader.kill());

    await Promise.all(workers.map((worker) => worker.start()));
    reader.start();
    const posting = postAll(collection, `${balancer.address}/repository/letters/old`);
    const ended = async (): Promise<number> => (await importActivities(log).head()).count;
    const faults = async (): Promise<string> => activityFaults(await factsIn(log)).join(', ');
    const announced = async (count: number): Promise<void> => {
      const isThere = until(`${count} jobs are announced`, async () => (await ended()) >= count, PATIENCE_MS);
      await isThere.catch(async (error: unknown) => {
        const ends = (await factsIn(log)).filter(({ type }) => /^ImportJob(?:Completed|Failed)$/.test(type)).length;
        throw new Error(`${String(error)}: of ${ends} that have ended ${await ended()} are; ${await faults()}`);
      });
    };
    const starts = new Map<Restartable, Promise<unknown>>();
    let kills = 0;
    for (let reached = 0; reached < WORKERS * JOBS; reached = await ended()) {
      const next = Math.min(reached + BETWEEN_KILLS, WORKERS * JOBS);
      await announced(next);
      const worker = workers[kills++ % WORKERS]!;
      await starts.get(worker);
      await worker.end();
      starts.set(worker, worker.start());
      await reader.kill();
      reader.start();
    }
    expect(kills).to.be.greaterThan(WORKERS);
    await Promise.all([posting, ...starts.values()]);
    await until('everything is announced', async () => (await faults()) === '', PATIENCE_MS);

    const activities = await groupActivitiesOf(log);
    const asked = (await factsIn(log)).filter(({ type }) => type === 'ArchivalGroupUpdateRequested');
    expect(asked).to.have.length(POSTS);
    const consumed = async (): Promise<Activity[]> =>
      (await readFile(journal, 'utf8'))
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Activity]));
    await until(
      'the consumer has seen the last',
      async () => (await consumed()).length >= activities.length,
      PATIENCE_MS,
    );
    const times = (list: readonly { readonly endTime: string }[]) => list.map(({ endTime }) => Date.parse(endTime));
    expect(times(await consumed())).to.deep.equal(times(activities.map(({ data }) => data)));
    expect((await consumed()).slice(1).map(({ object }) => object.id.replace(/^.*repository\//, ''))).to.deep.equal(
      activities.slice(1).map(({ data }) => data.archivalGroup),
    );
  });
});
