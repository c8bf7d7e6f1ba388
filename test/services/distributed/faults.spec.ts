import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { ObjectStore } from '../../../formats/object-store.js';
import { aftermath } from '../../support/distributed/aftermath.js';
import { answersMeanwhile, type Answered } from '../../support/distributed/answers-meanwhile.js';
import { archivist, type Archivist } from '../../support/distributed/archivist.js';
import {
  eventStoreOf,
  holdStill,
  killProcess,
  killServer,
  restartInTurn,
  toActive,
  type Killable,
} from '../../support/distributed/cluster-faults.js';
import { beginPreserving, type Preserving } from '../../support/distributed/preserving.js';
import { openWorkspace } from '../../support/distributed/cluster-journey.js';
import type { Cluster } from '../../support/distributed/cluster.js';
import { callOn } from '../../support/http/call-on.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { SEED } from '../../support/random/seed.js';
import { openOwnCluster } from './own-cluster.js';
import { OWN_SERVERS, type OwnServers } from './own-servers.js';

/** How long a server is away in the table of faults, and how long faults come at random; seconds. */
const AWAY_S = Number(process.env['MUNIMENT_TEST_AWAY_SECONDS'] ?? 20);
const RANDOM_S = Number(process.env['MUNIMENT_TEST_FAULT_SECONDS'] ?? 60);

const ARCHIVISTS = 2;
/** AWAY_S is longer, so that requests end with 503 and sessions with servers are lost. */
const DEADLINE_MS = 15_000;
const PATIENCE_MS = 240_000;

describe(`faults over two processes of each role (needs ${OWN_SERVERS})`, () => {
  let servers: OwnServers;
  let cluster: Cluster;
  let store: ObjectStore & { close(): void };
  let groups = 0;
  let close = (): Promise<unknown> => Promise.resolve();
  before(async function () {
    const own = await openOwnCluster({ env: { MUNIMENT_DEADLINE_SECONDS: String(DEADLINE_MS / 1_000) } });
    if (own === null) return this.skip();
    ({ servers, cluster, close } = own);
    store = openWorkspace(servers.s3);
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
      patienceMs: PATIENCE_MS,
      gatewaysMayDie,
    });

  /**
   * Archivists that work through a list of faults. Behind each fault they go on, and were answered as they should be; at
   * the end nothing is undone or doubled. The container of a group names the fault during which it was begun.
   */
  const whileArchivistsWork = (
    { gatewaysMayDie }: { readonly gatewaysMayDie: boolean },
    list: (outlives: (what: string, fault: () => Promise<void>) => Mocha.Test) => void,
  ): void => {
    let work: Preserving;
    let during = 'before';
    before(async () => {
      const archivists = Array.from({ length: ARCHIVISTS }, () => newArchivist(gatewaysMayDie));
      work = beginPreserving(archivists, () => `letters/${during}-${++groups}`);
      await work.goesOn(PATIENCE_MS);
    });
    list((what, fault) =>
      it(what, async () => {
        during = what.replaceAll(/[^a-z0-9]+/gi, '-');
        const before = work.complaints();
        await fault();
        await work.goesOn(PATIENCE_MS);
        await cluster.healthy(PATIENCE_MS);
        expect(work.complaints().filter((each) => !before.includes(each))).to.deep.equal([]);
      }),
    );
    it('and leave nothing undone and nothing doubled', async () => {
      expect(await work.end()).to.deep.equal([]);
      await cluster.healthy(PATIENCE_MS);
      expect(await aftermath(cluster, store, work.preserved)).to.deep.equal([]);
    });
    after(async () => {
      await (work as Preserving | undefined)?.end().catch(() => undefined); // where a test failed before
    });
  };

  describe('in its processes', () =>
    whileArchivistsWork({ gatewaysMayDie: false }, (outlives) => {
      for (const role of ['storage', 'projector', 'relay', 'importer', 'steward'])
        outlives(`such as the death of a ${role} process`, () => toActive(cluster, role, killProcess));
      outlives(
        'such as a process of each role that stands still for twice the time after which another takes over',
        async () => {
          const roles = ['projector', 'relay', 'importer', 'steward'];
          await Promise.all(roles.map((role) => toActive(cluster, role, holdStill)));
        },
      );
      outlives('such as a rolling restart of everything', () => restartInTurn(cluster));
    }));

  describe('in its servers', () =>
    whileArchivistsWork({ gatewaysMayDie: false }, (outlives) => {
      for (const name of ['Kafka', 'MongoDB', 'S3'] as const)
        outlives(`such as ${name} killed and away for ${AWAY_S} seconds`, () =>
          killServer(servers.killable[name], AWAY_S),
        );
      outlives(`such as the event store killed and away for ${AWAY_S} seconds`, () =>
        killServer(eventStoreOf(cluster), AWAY_S),
      );
      outlives('such as answers of the event store that are lost after the commit', async () => {
        for (let round = 0; round < 5; round++) {
          await cluster.order({ dropAfterCommit: 1 });
          await pause(400);
        }
      });
      outlives('such as an event store that does not answer for a while', async () => {
        await cluster.order({ wedged: 'after' });
        await pause(8_000);
        await cluster.order({ wedged: 'no' });
      });
    }));

  const textsOf = (answers: readonly Answered[]): string[] => answers.map(({ text }) => text);

  describe('never leave a request without an answer, or with 500,', () => {
    for (const name of ['Kafka', 'MongoDB', 'S3', 'the event store'] as const)
      it(`while ${name} is away`, async () => {
        const opened = await callOn(cluster.preservation)<{ id: string }>('POST', '/deposits', {
          template: 'RootLevel',
        });
        const deposit = new URL(opened.body.id).pathname;
        const server: Killable = name === 'the event store' ? eventStoreOf(cluster) : servers.killable[name];
        await server.kill();
        const asking = answersMeanwhile(cluster.gateways, { deposit, container: 'letters' });
        const answers = await asking.finally(() => server.start());
        const refused = answers.filter(({ status }) => status === 503);
        expect(textsOf(answers.filter(({ status }) => ![200, 201, 422, 503].includes(status)))).to.deep.equal([]);
        expect(textsOf(answers.filter(({ seconds }) => seconds > DEADLINE_MS / 1_000 + 5))).to.deep.equal([]);
        expect(textsOf(refused.filter(({ isPolite }) => !isPolite))).to.deep.equal([]);
        if (name === 'Kafka' || name === 'MongoDB')
          expect(textsOf(refused), 'neither broker nor views are needed').to.deep.equal([]);
        else expect(refused, textsOf(answers).join('\n')).to.not.have.length(0);
        await cluster.healthy(PATIENCE_MS);
      });
  });

  describe('such as the death of those that keep the views,', () => {
    it('while clients still see what they wrote', async () => {
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
      await cluster.healthy(PATIENCE_MS);
      expect(client.complaints).to.deep.equal([]);
      expect(await aftermath(cluster, store, [preserved])).to.deep.equal([]);
    });
  });

  describe('in its gateways too', () =>
    whileArchivistsWork({ gatewaysMayDie: true }, (outlives) => {
      outlives('such as the death of a preservation process', () => toActive(cluster, 'preservation', killProcess));
      outlives(`such as any at random, for ${RANDOM_S} seconds (seed ${SEED})`, async () => {
        const random = randomNumbers(SEED);
        const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
        const faults: readonly (() => Promise<unknown>)[] = [
          () => killProcess(pick([...cluster.processes.values()])),
          () => killProcess(pick([...cluster.processes.values()])),
          () => killProcess(pick([...cluster.processes.values()])),
          () => killServer(pick(Object.values(servers.killable)), random() * 5),
          () => killServer(eventStoreOf(cluster), random() * 5),
          () => cluster.order({ dropAfterCommit: 1 }),
          () => cluster.order({ dropBeforeCommit: 1 }),
        ];
        const end = performance.now() + RANDOM_S * 1_000;
        while (performance.now() < end) {
          await pick(faults)();
          await pause(random() * 2_000);
        }
      }).timeout(600_000 + RANDOM_S * 1_000);
    }));
});
