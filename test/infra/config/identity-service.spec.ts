import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { faultsOf } from './faults-of.js';

describe('the settings of the identity service', () => {
  const of = (environment: Record<string, string>) => readConfig(environment, '/srv').identityService;

  it('are none by default', () => expect(of({})).to.equal(null));

  it('name a file, from the current folder', () =>
    expect(of({ MUNIMENT_IDENTITY_RECORDS: 'records.json' })).to.deep.equal({
      source: { file: '/srv/records.json' },
      alternativeContainer: null,
    }));

  it('name a service, with the header and the time-out of companion 14.3 by default, and never show its key', () => {
    const settings = of({
      MUNIMENT_IDENTITY_SERVICE_URL: 'https://pids.example.org/x/',
      MUNIMENT_IDENTITY_SERVICE_KEY: 'a-secret',
      MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER: 'cc-test',
    });
    expect(settings).to.have.nested.include({
      'source.root': 'https://pids.example.org/x',
      'source.timeoutMs': 5_000,
      'source.key.header': 'X-API-KEY',
      alternativeContainer: 'cc-test',
    });
    expect(JSON.stringify(settings)).not.to.contain('a-secret');
  });

  const URL_SET = { MUNIMENT_IDENTITY_SERVICE_URL: 'https://pids.example.org' };
  for (const [environment, fault] of [
    [{ ...URL_SET, MUNIMENT_IDENTITY_RECORDS: 'x.json' }, 'MUNIMENT_IDENTITY_SERVICE_URL cannot both be set'],
    [{ MUNIMENT_IDENTITY_SERVICE_URL: 'pids' }, 'MUNIMENT_IDENTITY_SERVICE_URL must be an http or https address'],
    [{ MUNIMENT_IDENTITY_SERVICE_KEY: 'k' }, 'MUNIMENT_IDENTITY_SERVICE_KEY also needs MUNIMENT_IDENTITY_SERVICE_URL'],
    [
      { ...URL_SET, MUNIMENT_IDENTITY_SERVICE_KEY: 'a b' },
      'MUNIMENT_IDENTITY_SERVICE_KEY must consist of visible ASCII',
    ],
    [
      { ...URL_SET, MUNIMENT_IDENTITY_SERVICE_KEY_HEADER: 'X:Y' },
      'MUNIMENT_IDENTITY_SERVICE_KEY_HEADER must be the name',
    ],
    [
      { ...URL_SET, MUNIMENT_IDENTITY_SERVICE_TIMEOUT_MS: '0' },
      'MUNIMENT_IDENTITY_SERVICE_TIMEOUT_MS must be a whole number',
    ],
    [
      { ...URL_SET, MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER: 'a/b' },
      'MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER must be the name',
    ],
  ] as const)
    it(`are refused where ${fault}`, () => {
      const told = faultsOf(environment);
      expect(told).to.contain(fault).and.not.to.contain("'a b'");
    });
});
