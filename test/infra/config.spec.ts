import { expect } from 'chai';
import { readConfig } from '../../infra/config.js';

const faultsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

const provider = { MUNIMENT_AUTH_ISSUER: 'https://login.example.org/t', MUNIMENT_AUTH_AUDIENCE: 'api://muniment' };

describe('the settings', () => {
  it('have a default for everything, on loopback and below the current folder', () => {
    const config = readConfig({}, '/srv/archive');
    expect(config).to.deep.include({ data: '/srv/archive/data', host: '127.0.0.1', logLevel: 'info' });
    expect(config.ports).to.deep.equal({ preservation: 8080, storage: 8081, s3: 8082 });
    expect(config.baseUrls).to.deep.equal({ preservation: null, storage: null });
  });

  it('take an empty value for none', () => expect(readConfig({ MUNIMENT_S3_PORT: '' }).ports.s3).to.equal(8082));

  it('drop the final slash of a public address', () =>
    expect(readConfig({ MUNIMENT_STORAGE_URL: 'https://storage.example.org/x/' }).baseUrls.storage).to.equal(
      'https://storage.example.org/x',
    ));

  it('tell all their faults in one sentence', () => {
    const told = faultsOf({ MUNIMENT_PRESERVATION_PORT: '80a', MUNIMENT_S3_PORT: '70000', MUNIMENT_LOG_LEVEL: 'loud' });
    expect(told).to.match(
      /^The settings do not fit: MUNIMENT_PRESERVATION_PORT .*; MUNIMENT_S3_PORT .*; MUNIMENT_LOG_LEVEL .*\.$/,
    );
  });

  it('refuse one port for two listeners, but any number of free ones', () => {
    expect(faultsOf({ MUNIMENT_STORAGE_PORT: '8080' })).to.contain('must differ');
    expect(faultsOf({ MUNIMENT_PRESERVATION_PORT: '0', MUNIMENT_STORAGE_PORT: '0', MUNIMENT_S3_PORT: '0' })).to.equal(
      'none',
    );
  });

  it('refuse one bucket for two purposes', () =>
    expect(faultsOf({ MUNIMENT_WORKSPACE_BUCKET: 'muniment-repository' })).to.contain('buckets must differ'));

  it('let nobody in from outside unless it is said that everyone may do everything', () => {
    expect(faultsOf({ MUNIMENT_HOST: '0.0.0.0' })).to.contain('MUNIMENT_DISABLE_AUTH=true');
    expect(faultsOf({ MUNIMENT_HOST: '0.0.0.0', MUNIMENT_DISABLE_AUTH: 'true' })).to.equal('none');
    expect(faultsOf({ MUNIMENT_HOST: '0.0.0.0', ...provider })).to.equal('none');
    expect(faultsOf({ MUNIMENT_DISABLE_AUTH: 'false' })).to.contain('identity provider');
    expect(faultsOf({ MUNIMENT_DISABLE_AUTH: 'no' })).to.contain('true or false');
  });
});
