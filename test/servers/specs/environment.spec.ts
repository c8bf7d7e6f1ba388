import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { services } from '../catalogue.js';
import { exportLines, serviceEnvironment } from '../environment.js';
import { identityOf } from '../process-identity.js';
import { missingServices, suiteEnvironment } from '../run-suites.js';
import { writeState } from '../state.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const credential = { accessKeyId: 'AK1', secretAccessKey: 's3cret' };

/** As if the servers were this very process. */
const running = (cache: string, ...names: readonly string[]): void =>
  writeState(
    cache,
    Object.fromEntries(
      names.map((name) => [name, { ports: [21_000, 21_001], credential, process: identityOf(process.pid) }]),
    ),
  );

describe('the environment of the suites', () => {
  const cache = temporaryFolder();

  it('says where each server is, as its suites want to hear it', () => {
    running(cache(), ...services.map(({ name }) => name));
    const s3 = { endpoint: 'http://127.0.0.1:21000', region: 'us-east-1', ...credential };
    const { MUNIMENT_TEST_S3_VERSITYGW, MUNIMENT_TEST_S3_MINIO, ...others } = serviceEnvironment(cache(), {});
    expect(others).to.deep.equal({
      MUNIMENT_TEST_KAFKA: '127.0.0.1:21000',
      MUNIMENT_TEST_MONGODB: 'mongodb://127.0.0.1:21000/',
      MUNIMENT_TEST_MONGODB_REPLICA_SET: 'mongodb://127.0.0.1:21000/?replicaSet=rs0',
      MUNIMENT_TEST_SERVICES_CACHE: cache(),
    });
    for (const text of [MUNIMENT_TEST_S3_VERSITYGW, MUNIMENT_TEST_S3_MINIO])
      expect(JSON.parse(text ?? '')).to.deep.equal(s3);
  });

  it('is silent about a server that does not run', () => {
    running(cache(), 'minio');
    expect(serviceEnvironment(cache(), {})).to.have.all.keys('MUNIMENT_TEST_S3_MINIO', 'MUNIMENT_TEST_SERVICES_CACHE');
  });

  it('hands an EventStoreDB on that someone else runs', () => {
    const url = 'esdb://127.0.0.1:2113?tls=false';
    expect(serviceEnvironment(cache(), { MUNIMENT_TEST_EVENTSTORE_URL: url })).to.include({
      MUNIMENT_TEST_EVENTSTORE_URL: url,
    });
  });

  it('prefers a server that the caller names', () => {
    running(cache(), 'kafka');
    const environment = { MUNIMENT_SERVICES_CACHE: cache(), MUNIMENT_TEST_KAFKA: 'elsewhere:9092' };
    expect(suiteEnvironment(environment)).to.include({ MUNIMENT_TEST_KAFKA: 'elsewhere:9092' });
  });

  it('names the servers that are missing', () => {
    running(cache(), 'kafka', 'versitygw');
    expect(missingServices(suiteEnvironment({ MUNIMENT_SERVICES_CACHE: cache() }))).to.deep.equal([
      'mongodb',
      'mongodb-replica-set',
      'minio',
    ]);
  });

  it('reaches a shell letter by letter', () => {
    const value = `{"it's": "$HOME \`x\` \\"y\\""}`;
    const script = `${exportLines({ MUNIMENT_PROBE: value })}printf %s "$MUNIMENT_PROBE"`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).to.equal(value);
  });
});
