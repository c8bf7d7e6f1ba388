import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { aftermath } from '../../support/distributed/aftermath.js';
import { archivist, type Archivist } from '../../support/distributed/archivist.js';
import { beginPreserving } from '../../support/distributed/preserving.js';
import { openWorkspace } from '../../support/distributed/cluster-journey.js';
import { startCluster, type Cluster } from '../../support/distributed/cluster.js';
import { callOn, type Reply } from '../../support/http/call-on.js';
import type { Restartable } from '../../support/processes/restartable.js';
import { randomNumbers } from '../../support/random-numbers.js';
import { SEED } from '../../support/seed.js';
import { until } from '../../support/scheduling/until.js';
import { OWN_SERVERS, ownServers, type Killable, type OwnServers } from './own-servers.js';

/** How long a server is away in the table of faults, and how long faults come at random; seconds. */
const AWAY_S = Number(process.env['MUNIMENT_TEST_AWAY_SECONDS'] ?? 30);
const RANDOM_S = Number(process.env['MUNIMENT_TEST_FAULT_SECONDS'] ?? 60);

const ARCHIVISTS = 2;
/** What MUNIMENT_TAKEOVER_SECONDS says unless it is set. */
const TAKEOVER_MS = 7_000;
/** The roles of which one process works while others stand by. */
const STANDBY = new Set(['projector', 'relay', 'steward']);
const DEADLINE_MS = 15_000;

/** What came of one request. */
interface Answered {
  readonly status: number;
  readonly seconds: number;
  /** Whether a 503 is as clients are promised it: a problem document that says when to try again. */
  readonly isPolite: boolean;
  /** The request, the status, the time and the body. */
  readonly text: string;
}

const noReply = (error: unknown): Reply => ({ status: 0, headers: new Headers(), body: `no answer: ${String(error)}` });

describe(`faults over two processes of each role (needs ${OWN_SERVERS})`, () => {
  let servers: OwnServers;
  let cluster: Cluster;
  let store: ObjectStore & { close(): void };
  let groups = 0;
  let close = (): Promise<unknown> => Promise.resolve();
  before(async function () {
    const own = await ownServers();
    if (own === null) return this.skip();
    servers = own;
    close = () => own.close();
    cluster = await startCluster(own, { env: { MUNIMENT_DEADLINE_SECONDS: String(DEADLINE_MS / 1_000) } });
    close = () => cluster.stop().finally(() => own.close());
    store = openWorkspace(own.s3);
    await cluster.healthy();
    await newArchivist().makeContainer('letters');
  });
  after(async () => {
    await close();
    (store as typeof store | undefined)?.close();
  });

  const newArchivist = (gatewaysMayDie = false): Archivist =>
    archivist({
      service: cluster.preservation,
      gateways: cluster.gateways,
      workspace: store,
      deadlineMs: DEADLINE_MS + 5_000,
      patienceMs: 240_000,
      gatewaysMayDie,
    });

  /** What must be true whatever goes wrong while archivists work. */
  const outlive = async (fault: () => Promise<void>, gatewaysMayDie = false): Promise<void> => {
    const archivists = Array.from({ length: ARCHIVISTS }, () => newArchivist(gatewaysMayDie));
    const work = beginPreserving(archivists, () => `letters/box-${++groups}`);
    await until('the first group is preserved', () => work.preserved.length > 0, 120_000);
    await fault();
    const complaints = await work.end();
    await cluster.healthy(120_000);
    expect(complaints).to.deep.equal([]);
    expect(await aftermath(cluster, store, work.preserved)).to.deep.equal([]);
  };

  const processOf = (name: string): Restartable => cluster.processes.get(name)!;
  /** Kills a process and starts it again, as whatever supervises it would. */
  const killProcess = async (process: Restartable): Promise<void> => {
    await process.end();
    await process.start();
  };
  const holdStill = async (process: Restartable): Promise<void> => {
    process.send('SIGSTOP');
    await pause(2 * TAKEOVER_MS);
    process.send('SIGCONT');
  };
  const runsReaders = async (name: string): Promise<boolean> =>
    (await cluster.report(name)).readers.some((reader) => reader.active);
  const hasCommitted = async (after: Position | null): Promise<boolean> => {
    for await (const { type } of cluster.log.readAll({ after: after ?? undefined, categories: ['archivalGroup'] }))
      if (type === 'VersionCommitDecided') return true;
    return false;
  };
  /** Does something to the process that works for its role, and prints when the work of the role went on. */
  const toActive = async (role: string, fault: (process: Restartable) => Promise<void>): Promise<void> => {
    const name = await active(role);
    const others = [...cluster.processes.keys()].filter((each) => each.startsWith(role) && each !== name);
    const [head, begunAt] = [await cluster.log.head(), performance.now()];
    const faulty = fault(processOf(name));
    const goesOn = async (): Promise<boolean> =>
      STANDBY.has(role) ? (await Promise.all(others.map(runsReaders))).includes(true) : hasCommitted(head);
    await until(`what ${name} did goes on`, goesOn, 120_000);
    console.log(`      the work of ${name} went on after ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`);
    await faulty;
  };
  const killServer = async (server: Killable, seconds: number): Promise<void> => {
    await server.kill();
    await pause(seconds * 1_000);
    await server.start();
  };
  /** The process that does what others of its role stand by for. */
  const active = async (role: string): Promise<string> => {
    for (const name of cluster.processes.keys()) if (name.startsWith(role) && (await runsReaders(name))) return name;
    return `${role}-1`;
  };
  const eventStoreOf = (): Killable => ({
    kill: async () => {
      await cluster.eventStore.end();
    },
    start: async () => {
      await cluster.eventStore.start();
    },
  });

  it('leave nothing undone and nothing doubled where there are none', () => outlive(() => Promise.resolve()));

  for (const role of ['preservation', 'storage', 'projector', 'relay', 'importer', 'steward'])
    it(`such as the death of a ${role} process`, () =>
      outlive(() => toActive(role, killProcess), role === 'preservation'));

  for (const role of ['projector', 'relay', 'importer', 'steward'])
    it(`such as a ${role} process that stands still for twice the time after which another takes over`, () =>
      outlive(() => toActive(role, holdStill)));

  it('such as a rolling restart of everything', () =>
    outlive(async () => {
      for (const [name, process] of cluster.processes) {
        expect(await process.end('SIGTERM'), name).to.include({ code: 0 });
        await process.start();
        await cluster.healthy();
      }
    }));

  it('such as the death of all who keep the views, while clients still see what they wrote', async () => {
    const projectors = [...cluster.processes].filter(([name]) => name.startsWith('projector'));
    await Promise.all(projectors.map(([, process]) => process.end()));
    const client = newArchivist();
    await client.makeContainer('letters/unseen');
    await client.makeContainer('letters/unseen/within');
    for (const gateway of cluster.gateways) {
      const { body } = await callOn(gateway)<{ containers: { id: string }[] }>('GET', '/repository/letters/unseen');
      expect(body.containers.map(({ id }) => id)).to.deep.equal([
        `${cluster.preservation}/repository/letters/unseen/within`,
      ]);
    }
    const preserving = client.preserve('letters/unseen/1911'); // its import begins once the view of jobs shows it
    preserving.catch(() => undefined);
    await Promise.all(projectors.map(([, process]) => process.start()));
    const preserved = await preserving;
    await cluster.healthy();
    expect(client.complaints).to.deep.equal([]);
    expect(await aftermath(cluster, store, [preserved])).to.deep.equal([]);
  });

  /** What comes of each kind of request while a server is away, by either gateway. */
  const answersMeanwhile = async (deposit: string): Promise<readonly Answered[]> => {
    const asked: readonly (readonly [method: string, url: string, body?: object])[] = cluster.gateways.flatMap(
      (gateway, number) => [
        ['GET', `${gateway}/repository/letters`],
        ['PUT', `${gateway}/repository/letters/away-${Math.random().toString(36).slice(2)}-${number}`],
        ['GET', `${gateway}${deposit}`],
        ['POST', `${gateway}/deposits`, { template: 'RootLevel' }],
        ['GET', `${gateway}${deposit}/mets`],
        ['GET', `${gateway}/health`],
      ],
    );
    return Promise.all(
      asked.map(async ([method, url, body]) => {
        const begun = performance.now();
        const reply = await callOn('')(method, url, body).catch((error: unknown) => noReply(error));
        const seconds = (performance.now() - begun) / 1_000;
        const isProblem = reply.headers.get('content-type')?.startsWith('application/problem+json') === true;
        const isPolite = url.endsWith('/health') || (isProblem && reply.headers.has('retry-after'));
        const text = `${method} ${url}: ${reply.status} after ${seconds.toFixed(1)} s ${JSON.stringify(reply.body)}`;
        return { status: reply.status, seconds, isPolite, text };
      }),
    );
  };
  const textsOf = (answers: readonly Answered[]): string[] => answers.map(({ text }) => text);

  for (const name of ['Kafka', 'MongoDB', 'S3', 'the event store'] as const)
    it(`never leave a request without an answer, or with 500, while ${name} is away`, async () => {
      const { body } = await callOn(cluster.preservation)<{ id: string }>('POST', '/deposits', {
        template: 'RootLevel',
      });
      const server = name === 'the event store' ? eventStoreOf() : servers.killable[name];
      await server.kill();
      const answers = await answersMeanwhile(new URL(body.id).pathname).finally(() => server.start());
      const refused = answers.filter(({ status }) => status === 503);
      expect(textsOf(answers.filter(({ status }) => ![200, 201, 422, 503].includes(status)))).to.deep.equal([]);
      expect(textsOf(answers.filter(({ seconds }) => seconds > DEADLINE_MS / 1_000 + 5))).to.deep.equal([]);
      expect(textsOf(refused.filter(({ isPolite }) => !isPolite))).to.deep.equal([]);
      if (name === 'Kafka' || name === 'MongoDB')
        expect(textsOf(refused), 'neither broker nor views are needed').to.deep.equal([]);
      else expect(refused, textsOf(answers).join('\n')).to.not.have.length(0);
      await cluster.healthy(120_000);
    });

  for (const name of ['Kafka', 'MongoDB', 'S3'] as const)
    it(`such as ${name} killed and away for ${AWAY_S} seconds`, () =>
      outlive(() => killServer(servers.killable[name], AWAY_S)));

  it(`such as the event store killed and away for ${AWAY_S} seconds`, () =>
    outlive(() => killServer(eventStoreOf(), AWAY_S)));

  it('such as answers of the event store that are lost after the commit', () =>
    outlive(async () => {
      for (let round = 0; round < 5; round++) {
        await cluster.order({ dropAfterCommit: 1 });
        await pause(400);
      }
    }));

  it('such as an event store that does not answer for a while', () =>
    outlive(async () => {
      await cluster.order({ wedged: 'after' });
      await pause(8_000);
      await cluster.order({ wedged: 'no' });
    }));

  it(`at random, for ${RANDOM_S} seconds (seed ${SEED})`, () =>
    outlive(async () => {
      const random = randomNumbers(SEED);
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
      const faults: readonly (() => Promise<void>)[] = [
        () => killProcess(pick([...cluster.processes.values()])),
        () => killProcess(pick([...cluster.processes.values()])),
        () => killProcess(pick([...cluster.processes.values()])),
        () => killServer(pick(Object.values(servers.killable)), random() * 5),
        () => killServer(eventStoreOf(), random() * 5),
        () => cluster.order({ dropAfterCommit: 1 }),
        () => cluster.order({ dropBeforeCommit: 1 }),
      ];
      const end = performance.now() + RANDOM_S * 1_000;
      while (performance.now() < end) {
        await pick(faults)();
        await pause(random() * 2_000);
      }
    }, true)).timeout(600_000 + RANDOM_S * 1_000);
});
