import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { containerModelJourney } from '../../journeys/containers/container-model.journey.js';
import { placeOf, type JourneyPlatform } from '../../journeys/journey-platform.js';
import { journeyOver } from '../../support/distributed/cluster-journey.js';
import { startCluster, type Cluster } from '../../support/distributed/cluster.js';
import { callOn } from '../../support/http/call-on.js';
import { plainClient } from '../../support/s3/s3-server.js';
import { openedOnce } from '../../support/platform/opened.js';
import { OWN_SERVERS } from './own-servers.js';
import { serversWithUsers, type ServersWithUsers } from './users-of-roles.js';

/** What servers and their clients say of a request to which its user has no right. */
const DENIED = /access.?denied|not.?authorized|authorization.?failed|PERMISSION_DENIED|UNAUTHENTICATED|store-denied/i;

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string | null;
  readonly archivalGroup: string;
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly status: string;
}

interface Export {
  readonly dateFinished: string | null;
  readonly errors: readonly object[];
}

describe(`a process of each role, with the rights of its role on each server (needs ${OWN_SERVERS})`, () => {
  let servers: ServersWithUsers | null = null;
  let cluster: Cluster;
  before(async function () {
    servers = await serversWithUsers();
    if (servers === null) this.skip();
  });
  after(() => servers?.close());
  const platform = openedOnce(
    async () => {
      cluster = await startCluster(servers!, { env: { MUNIMENT_TOOLS: 'none' }, each: 1, isSeparate: true });
      await cluster.healthy();
      return journeyOver(cluster, servers!);
    },
    (each) => each.remove(),
  );
  const shared = (): Promise<JourneyPlatform> => Promise.resolve({ ...platform, remove: () => Promise.resolve() });

  describe('containers', () => containerModelJourney(shared, { runs: 1, most: 20 }));

  describe('every kind of job', () => {
    let deposit: Deposit;
    const shown = async (id: string): Promise<Deposit> => (await platform.call<Deposit>('GET', id)).body;
    const asked = async <Body>(method: string, path: string, body?: object, headers = {}): Promise<Body> => {
      const answer = await platform.call<Body>(method, path, body, headers);
      expect(answer.status, JSON.stringify(answer.body)).to.be.lessThan(300);
      return answer.body;
    };
    const worked = async (path: string, body: object): Promise<Job> => {
      const { id } = await asked<Job>('POST', path, body);
      await platform.settle();
      return asked<Job>('GET', new URL(id).pathname);
    };
    before(async () => {
      await asked('PUT', '/repository/rights');
      const opened = await asked<Deposit>('POST', '/deposits', {
        template: 'RootLevel',
        archivalGroup: `${platform.preservation}/repository/rights/letters`,
        archivalGroupName: 'Letters',
      });
      const { bucket, root } = placeOf(opened.files);
      await platform.s3.put({ bucket, key: `${root}objects/a.txt` }, Buffer.from('a letter'), {
        contentType: 'text/plain',
      });
      const { metsETag } = await shown(opened.id);
      await asked('POST', `${opened.id}/mets`, ['objects/a.txt'], { 'if-match': metsETag ?? '' });
      await asked('POST', `${opened.id}/importjobs`, { id: `${opened.id}/importjobs/diff` });
      await platform.settle();
      deposit = await shown(opened.id);
    });

    for (const kind of ['audit', 'adoption', 'rebuild'])
      it(`ends without an error, such as ${kind} of everything`, async () => {
        const more = { audit: {}, adoption: { dryRun: true }, rebuild: { view: 'agents' } }[kind];
        expect((await worked('/jobs', { kind, ...more })).state).to.equal('completed');
      });

    it('exports into a new deposit, which is then deleted, and to a place of exports', async () => {
      const exported = await asked<Deposit>('POST', '/deposits/export', { archivalGroup: deposit.archivalGroup });
      await platform.settle();
      expect((await shown(exported.id)).metsETag).to.be.a('string');
      await asked('DELETE', exported.id);
      const { bucket } = placeOf(deposit.files);
      const request = { archivalGroup: deposit.archivalGroup, destination: `s3://${bucket}/exports/letters/` };
      const { id } = (await callOn(platform.storage)<Job>('POST', '/export', request)).body;
      await platform.settle();
      const { body } = await callOn(platform.storage)<Export>('GET', new URL(id).pathname);
      expect(body.dateFinished, JSON.stringify(body)).to.be.a('string');
      expect(body.errors).to.deep.equal([]);
    });

    it('runs the pipeline over a deposit', async () => {
      await asked('POST', `${deposit.id}/pipeline`);
      await platform.settle();
      const [run] = await asked<readonly Job[]>('GET', `${deposit.id}/pipelinerunjobs`);
      expect(run?.status).to.match(/^completed/);
    });
  });

  describe('what no right allows', () => {
    const settingsOf = (role: string): Record<string, string> =>
      servers!.users.credentialsFor(role, {
        eventStore: cluster.settings['MUNIMENT_EVENTSTORE_URL'] ?? '',
        database: cluster.settings['MUNIMENT_MONGODB_DATABASE'] ?? '',
      });
    const refusalOf = (asked: Promise<unknown>): Promise<string> =>
      asked.then(
        () => 'allowed',
        (error: unknown) => String(error),
      );

    it('is refused by Kafka, such as publishing by an importer', async () => {
      const { MUNIMENT_KAFKA_USER: username = '', MUNIMENT_KAFKA_PASSWORD: password = '' } = settingsOf('importer');
      const kafka = new Kafka({
        brokers: servers!.kafka.split(','),
        sasl: { mechanism: 'plain', username, password },
        logLevel: logLevel.NOTHING,
      });
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      const topic = `${cluster.settings['MUNIMENT_KAFKA_TOPIC_PREFIX']}.import-jobs.v1`;
      expect(await refusalOf(producer.send({ topic, messages: [{ value: 'a lie' }] }))).to.match(/authorized/i);
      await producer.disconnect();
    });

    it('is refused by MongoDB, such as writing views by the relay', async () => {
      const client = new MongoClient(settingsOf('relay')['MUNIMENT_MONGODB_URL'] ?? '');
      const views = client.db(cluster.settings['MUNIMENT_MONGODB_DATABASE']).collection('agents_g1');
      expect(await refusalOf(views.insertOne({}))).to.match(/not authorized/i);
      expect(await refusalOf(views.findOne({}))).to.match(/not authorized/i);
      await client.close();
    });

    it('is refused by S3, such as deleting from the repository by a gateway', async () => {
      const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
        settingsOf('preservation');
      const gateway = plainClient({ ...servers!.s3, accessKeyId, secretAccessKey });
      const at = { Bucket: cluster.buckets.repository, Key: '0=ocfl_1.1' };
      expect(await refusalOf(gateway.send(new GetObjectCommand(at)))).to.equal('allowed');
      expect(await refusalOf(gateway.send(new DeleteObjectCommand(at)))).to.match(/AccessDenied/);
      expect(await refusalOf(gateway.send(new PutObjectCommand({ ...at, Body: '' })))).to.match(/AccessDenied/);
      gateway.destroy();
    });
  });

  // Behind the others, as a suite: tests of this one come before all of them.
  describe('what is asked of servers', () => {
    it('is what the rights allow, and nothing else', () => {
      const said = [...cluster.processes].flatMap(([name, process]) =>
        process
          .said()
          .split('\n')
          .filter((line) => DENIED.test(line))
          .map((line) => `${name}: ${line}`),
      );
      expect(said).to.deep.equal([]);
    });
  });
});
