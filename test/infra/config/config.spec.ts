import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { faultsOf } from './faults-of.js';

const provider = { MUNIMENT_AUTH_ISSUER: 'https://login.example.org/t', MUNIMENT_AUTH_AUDIENCE: 'api://muniment' };

describe('the settings', () => {
  it('have a default for everything, on loopback and below the current folder, and no port twice', () => {
    const config = readConfig({}, '/srv/archive');
    expect(config).to.deep.include({ data: '/srv/archive/data', host: '127.0.0.1', logLevel: 'info' });
    expect(config.ports).to.deep.equal({ preservation: 8080, storage: 8081, s3: 8082, operations: 8083 });
    expect(config.servers).to.deep.equal({ eventStore: null, mongodb: null, kafka: null, s3: null });
    expect(Object.values(config.ports)).not.to.include(config.identity.localIssuer.port);
    expect(config.roles).to.deep.equal([
      'preservation',
      'storage',
      'console',
      'projector',
      'relay',
      'importer',
      'exporter',
      'pipeline',
      'steward',
      'archiver',
    ]);
    expect(config.baseUrls).to.deep.equal({ preservation: null, storage: null });
  });

  it('name further hosts that are served while authentication is off, without scheme and port', () => {
    expect(readConfig({}).servedHosts).to.deep.equal([]);
    const set = { MUNIMENT_SERVED_HOSTS: 'archive, depot.example.org,192.0.2.7,fd00::1' };
    expect(readConfig(set).servedHosts).to.deep.equal(['archive', 'depot.example.org', '192.0.2.7', 'fd00::1']);
    for (const wrong of ['https://archive', 'archive:8080', '*', 'a b'])
      expect(faultsOf({ MUNIMENT_SERVED_HOSTS: wrong }))
        .to.contain('MUNIMENT_SERVED_HOSTS')
        .and.contain(wrong);
  });

  it('let what the console shows be looked at in a IIIF viewer, unless they say otherwise', () => {
    const withoutConsole = 'preservation,storage,projector,relay,importer,exporter,pipeline,steward,archiver';
    expect(readConfig({}).iiif.isEnabled).to.equal(true);
    expect(readConfig({ MUNIMENT_ROLES: withoutConsole }).iiif.isEnabled).to.equal(false);
    expect(readConfig({ MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'false' }).iiif.isEnabled).to.equal(false);
  });

  it('end pipeline runs after a day, and import what is infected, until they say otherwise', () => {
    expect(readConfig({}).pipeline).to.deep.include({ staleMs: 86_400_000, refusesInfected: false });
    const set = { MUNIMENT_PIPELINE_STALE_MINUTES: '5', MUNIMENT_REFUSE_INFECTED_IMPORTS: 'true' };
    expect(readConfig(set).pipeline).to.deep.include({ staleMs: 300_000, refusesInfected: true });
    expect(faultsOf({ MUNIMENT_PIPELINE_STALE_MINUTES: '0' })).to.contain('MUNIMENT_PIPELINE_STALE_MINUTES');
  });

  it('give pipeline runs a folder and room in it, and an organization for bags', () => {
    const unset = { scratchFolder: null, scratchBytes: 51_200 * 1_048_576, sourceOrganization: null };
    expect(readConfig({}).pipeline).to.deep.include(unset);
    const set = {
      MUNIMENT_SCRATCH_FOLDER: 'scratch',
      MUNIMENT_SCRATCH_MIB: '524288',
      MUNIMENT_SOURCE_ORGANIZATION: ' A library ',
    };
    expect(readConfig(set, '/srv').pipeline).to.deep.include({
      scratchFolder: '/srv/scratch',
      scratchBytes: 549_755_813_888,
      sourceOrganization: 'A library',
    });
    expect(faultsOf({ MUNIMENT_SCRATCH_MIB: '0' })).to.contain('MUNIMENT_SCRATCH_MIB');
  });

  it('let the archiver work on request only, until an interval is set', () => {
    const sixMonths = { months: 6, days: 0 };
    expect(readConfig({}).archiving).to.deep.equal({ everyMs: 0, olderThan: sixMonths, batch: 25 });
    const set = { MUNIMENT_ARCHIVE_EVERY_HOURS: '24', MUNIMENT_ARCHIVE_OLDER_THAN: 'P1Y', MUNIMENT_ARCHIVE_BATCH: '5' };
    expect(readConfig(set).archiving).to.deep.equal({
      everyMs: 86_400_000,
      olderThan: { months: 12, days: 0 },
      batch: 5,
    });
    expect(faultsOf({ MUNIMENT_ARCHIVE_OLDER_THAN: '6 months' })).to.contain(
      'must be a period such as P6M, P1Y or P90D',
    );
    expect(faultsOf({ MUNIMENT_ARCHIVE_EVERY_HOURS: '-1' })).to.contain('MUNIMENT_ARCHIVE_EVERY_HOURS');
  });

  it('take an empty value for none', () => expect(readConfig({ MUNIMENT_S3_PORT: '' }).ports.s3).to.equal(8082));

  it('drop the final slash of a public address', () =>
    expect(readConfig({ MUNIMENT_STORAGE_URL: 'https://storage.example.org/x/' }).baseUrls.storage).to.equal(
      'https://storage.example.org/x',
    ));

  it('tell all their faults in one sentence', () => {
    const told = faultsOf({ MUNIMENT_PRESERVATION_PORT: '80a', MUNIMENT_S3_PORT: '70000', MUNIMENT_LOG_LEVEL: 'loud' });
    expect(told).to.match(
      /^The settings are not valid: MUNIMENT_PRESERVATION_PORT .*; MUNIMENT_S3_PORT .*; MUNIMENT_LOG_LEVEL .*\.$/,
    );
  });

  it('refuse one port for two listeners, but any number of free ones', () => {
    expect(faultsOf({ MUNIMENT_STORAGE_PORT: '8080' })).to.contain('must differ');
    expect(
      faultsOf({
        MUNIMENT_PRESERVATION_PORT: '0',
        MUNIMENT_STORAGE_PORT: '0',
        MUNIMENT_S3_PORT: '0',
        MUNIMENT_OPERATIONS_PORT: '0',
      }),
    ).to.equal('none');
  });

  it('name the region of the S3 endpoint, by a name that clients can sign for', () => {
    expect(readConfig({}).s3ServedRegion).to.equal('us-east-1');
    expect(readConfig({ MUNIMENT_S3_SERVED_REGION: 'eu-west-2' }).s3ServedRegion).to.equal('eu-west-2');
    for (const region of ['EU West', '-', 'a/b', 'r'.repeat(64)])
      expect(faultsOf({ MUNIMENT_S3_SERVED_REGION: region }), region).to.contain('must be the name of a region');
  });

  it('refuse one bucket for two purposes', () =>
    expect(faultsOf({ MUNIMENT_WORKSPACE_BUCKET: 'muniment-repository' })).to.contain('buckets must differ'));

  it('let nobody in from outside unless it is said that everyone may do everything', () => {
    expect(faultsOf({ MUNIMENT_HOST: '0.0.0.0' })).to.contain('MUNIMENT_DISABLE_AUTH=true');
    expect(faultsOf({ MUNIMENT_HOST: '192.0.2.7', MUNIMENT_DISABLE_AUTH: 'true' })).to.equal('none');
    expect(faultsOf({ MUNIMENT_HOST: '192.0.2.7', ...provider })).to.equal('none');
    expect(faultsOf({ MUNIMENT_DISABLE_AUTH: 'false' })).to.contain('identity provider');
    expect(faultsOf({ MUNIMENT_DISABLE_AUTH: 'no' })).to.contain('true or false');
  });

  it('ask for the public addresses where the one that is listened on is no address of a client', () => {
    const addresses = {
      MUNIMENT_PRESERVATION_URL: 'https://archive.example.org',
      MUNIMENT_STORAGE_URL: 'https://storage.example.org',
      MUNIMENT_S3_PUBLIC_URL: 'https://files.example.org',
    };
    for (const host of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0']) {
      const listening = { MUNIMENT_HOST: host, ...provider };
      expect(faultsOf(listening)).to.equal(
        `The settings are not valid: MUNIMENT_HOST=${host} means every address of this machine, and no client can send to it: set the public addresses in MUNIMENT_PRESERVATION_URL, MUNIMENT_STORAGE_URL, MUNIMENT_S3_PUBLIC_URL.`,
      );
      expect(faultsOf({ ...listening, ...addresses })).to.equal('none');
    }
    const shared = { MUNIMENT_HOST: '0.0.0.0', ...provider, ...servers };
    expect(faultsOf({ ...shared, ...addresses, MUNIMENT_S3_PUBLIC_URL: '' })).to.equal('none');
    expect(faultsOf({ ...shared, MUNIMENT_ROLES: 'importer' })).to.equal('none');
    expect(faultsOf({ ...shared, MUNIMENT_ROLES: 'storage' })).to.match(
      /MUNIMENT_PRESERVATION_URL, MUNIMENT_STORAGE_URL\.$/,
    );
  });

  const servers = {
    MUNIMENT_EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
    MUNIMENT_MONGODB_URL: 'mongodb://127.0.0.1:27017',
    MUNIMENT_KAFKA_BROKERS: '127.0.0.1:9092, 127.0.0.1:9093',
    MUNIMENT_S3_REGION: 'eu-west-2',
  };

  it('take each server for itself, and S3 at AWS unless an endpoint is given', () => {
    const { kafka, s3 } = readConfig(servers).servers;
    expect(kafka?.brokers).to.deep.equal(['127.0.0.1:9092', '127.0.0.1:9093']);
    expect(s3).to.deep.equal({ endpoint: null, region: 'eu-west-2', pathStyle: false, singleCopyBytes: 5 * 1024 ** 3 });
    const own = readConfig({ MUNIMENT_S3_REGION: 'here', MUNIMENT_S3_ENDPOINT: 'http://127.0.0.1:9000/' }).servers;
    expect(own.s3).to.deep.include({ endpoint: 'http://127.0.0.1:9000', pathStyle: true });
    expect(own.eventStore).to.equal(null);
  });

  it('refuse addresses that no client could use, and repeat no password', () => {
    expect(faultsOf({ MUNIMENT_EVENTSTORE_URL: 'http://127.0.0.1' })).to.contain('begins with esdb://');
    expect(faultsOf({ MUNIMENT_MONGODB_URL: '127.0.0.1' })).to.contain('begins with mongodb://');
    expect(faultsOf({ MUNIMENT_KAFKA_BROKERS: 'kafka' })).to.contain('list of host:port');
    expect(faultsOf({ MUNIMENT_S3_ENDPOINT: 'http://127.0.0.1:9000' })).to.contain('MUNIMENT_S3_REGION');
    expect(faultsOf({ ...servers, MUNIMENT_KAFKA_SASL: 'plain' })).to.contain('MUNIMENT_KAFKA_USER must be set');
    for (const variable of ['MUNIMENT_EVENTSTORE_URL', 'MUNIMENT_MONGODB_URL'])
      expect(faultsOf({ [variable]: 'postgres://ada:lovelace@db' }))
        .to.contain(variable)
        .and.not.contain('lovelace');
  });

  it('give clients an address of S3 that signatures can cover, and access for a bounded time', () => {
    expect(readConfig({})).to.include({ s3PublicUrl: null, credentialSeconds: 3_600 });
    const variable = 'MUNIMENT_S3_PUBLIC_URL';
    expect(readConfig({ [variable]: 'https://files.example.org/' }).s3PublicUrl).to.equal('https://files.example.org');
    expect(faultsOf({ [variable]: 'https://example.org/files' })).to.contain(
      `${variable} must be an address without a path`,
    );
    for (const seconds of ['59', '43201', 'soon'])
      expect(faultsOf({ MUNIMENT_CREDENTIAL_SECONDS: seconds })).to.contain('from 60 to 43200');
  });

  it('name the origins of web pages as browsers write them', () => {
    expect(readConfig({}).origins).to.deep.equal([]);
    const variable = 'MUNIMENT_ORIGINS';
    const both = 'https://desk.example, http://localhost:3000';
    expect(readConfig({ [variable]: both }).origins).to.deep.equal(['https://desk.example', 'http://localhost:3000']);
    expect(readConfig({ [variable]: '*' }).origins).to.deep.equal(['*']);
    for (const wrong of ['https://desk.example/', 'desk.example', 'https://desk.example/app'])
      expect(faultsOf({ [variable]: wrong })).to.contain(`not '${wrong}'`);
  });

  it('give a process the roles it is told, which others can take only where servers share the work', () => {
    const told = { ...servers, MUNIMENT_ROLES: 'relay, importer' };
    expect(readConfig(told).roles).to.deep.equal(['relay', 'importer']);
    expect(faultsOf({ MUNIMENT_ROLES: 'relay' })).to.match(/: set MUNIMENT_EVENTSTORE_URL, .*MUNIMENT_S3_REGION\b/);
    expect(faultsOf({ ...servers, MUNIMENT_ROLES: 'relay,king' })).to.contain('must be a list of preservation');
  });

  it('leave out the console without servers, and give it only to a process with the service below whose address it is', () => {
    const others = readConfig({}).roles.filter((role) => role !== 'console');
    expect(readConfig({ MUNIMENT_ROLES: others.join(',') }).roles).to.deep.equal(others);
    expect(faultsOf({ ...servers, MUNIMENT_ROLES: 'console' })).to.contain('needs preservation for console');
  });

  it('ask a process that runs one service where the other one is', () => {
    expect(faultsOf({ ...servers, MUNIMENT_ROLES: 'storage' })).to.contain('MUNIMENT_PRESERVATION_URL must be set');
    const url = 'https://archive.example.org';
    expect(faultsOf({ ...servers, MUNIMENT_ROLES: 'storage', MUNIMENT_PRESERVATION_URL: url })).to.equal('none');
  });
});
