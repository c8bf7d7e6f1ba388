import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import type { IdentitySettings } from '../../../infra/config/identity.js';
import { faultsOf } from './faults-of.js';

const provider = { MUNIMENT_AUTH_ISSUER: 'https://login.example.org/t/', MUNIMENT_AUTH_AUDIENCE: 'api://muniment' };
const read = (environment: Record<string, string>): IdentitySettings => readConfig(environment).identity;

describe('the settings of who may come in', () => {
  it('let everyone on this machine in, under one name, while they say nothing', () => {
    const { tokens, developmentIdentity, tokenClient, knownClients } = read({});
    expect([tokens, developmentIdentity, tokenClient, knownClients.size]).to.deep.equal([null, 'developer', null, 0]);
  });

  it('refuse audiences that are separated by commas, which would be one that no token has', () =>
    expect(faultsOf({ ...provider, MUNIMENT_AUTH_AUDIENCE: 'api://a,api://b' })).to.equal(
      "The settings are not valid: MUNIMENT_AUTH_AUDIENCE must separate audiences by ';', not by a comma: 'api://a,api://b'.",
    ));

  it('want tokens where they name an identity provider', () => {
    const { tokens } = read(provider);
    expect(tokens?.issuer.href).to.equal('https://login.example.org/t/');
    expect(tokens).to.deep.include({ audiences: ['api://muniment'], clockSkewSeconds: 30 });
  });

  it('let everyone in where the flag says so, whatever else they name', () =>
    expect(read({ ...provider, MUNIMENT_DISABLE_AUTH: 'True' }).tokens).to.equal(null));

  it('take several audiences', () =>
    expect(read({ ...provider, MUNIMENT_AUTH_AUDIENCE: 'a; b;' }).tokens?.audiences).to.deep.equal(['a', 'b']));

  const refused: readonly [string, Record<string, string>, string][] = [
    ['a flag that is off without a provider', { MUNIMENT_DISABLE_AUTH: 'false' }, 'MUNIMENT_AUTH_ISSUER must name'],
    ['a provider without an audience', { ...provider, MUNIMENT_AUTH_AUDIENCE: ' ; ' }, 'MUNIMENT_AUTH_AUDIENCE must'],
    [
      'a provider elsewhere without encryption',
      { ...provider, MUNIMENT_AUTH_ISSUER: 'http://x.example' },
      'must be an https',
    ],
    ['a provider that is no address', { ...provider, MUNIMENT_AUTH_ISSUER: 'login' }, "not 'login'"],
    ['clocks that are more than a minute apart', { ...provider, MUNIMENT_AUTH_CLOCK_SKEW: '61' }, 'from 0 to 60'],
    ['a login client that no request can name', { MUNIMENT_LOGIN_CLIENT_ID: 'a b' }, 'must be the id of a client'],
    ['login scopes that no request can name', { MUNIMENT_LOGIN_SCOPE: 'ä' }, 'must be scopes'],
    ['a client of our own without its secret', { MUNIMENT_TOKEN_CLIENT_ID: 'us' }, 'must be set together'],
  ];
  for (const [what, environment, sentence] of refused) {
    it(`refuse ${what}`, () => expect(faultsOf(environment)).to.contain(sentence));
  }

  for (const issuer of ['http://127.0.0.1:8083', 'http://localhost:8083', 'http://[::1]:8083']) {
    it(`take ${issuer}, which is this machine`, () =>
      expect(faultsOf({ ...provider, MUNIMENT_AUTH_ISSUER: issuer })).to.equal('none'));
  }

  it('show the secret of our own client to nobody who prints them', () => {
    const settings = read({ MUNIMENT_TOKEN_CLIENT_ID: 'us', MUNIMENT_TOKEN_CLIENT_SECRET: 'whisper' });
    expect(JSON.stringify(settings) + inspect(settings, { depth: 9 }))
      .to.contain('us')
      .and.not.contain('whisper');
    expect(settings.tokenClient?.secret()).to.equal('whisper');
  });
});

describe('the known clients', () => {
  const withClients = (text: string): Record<string, string> => ({ MUNIMENT_KNOWN_CLIENTS: text });
  const some = '{"app-1":{"name":"Digitisation","depositBucket":"digitisation"},"app-2":{"name":"Büro"}}';
  const expected = [
    ['app-1', { name: 'Digitisation', depositBucket: 'digitisation' }],
    ['app-2', { name: 'Büro', depositBucket: null }],
  ];

  it('are read from JSON', () => expect([...read(withClients(some)).knownClients]).to.deep.equal(expected));

  it('are read from a file of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-clients-'));
    await writeFile(join(folder, 'clients.json'), some);
    expect([...read(withClients(`@${join(folder, 'clients.json')}`)).knownClients]).to.deep.equal(expected);
    await rm(folder, { recursive: true });
  });

  const refused: readonly [string, string, string][] = [
    ['a file that is not there', '@/nowhere/clients.json', 'cannot be read'],
    ['broken JSON', '{"a":', 'must be JSON'],
    ['a list', '[]', 'must be a JSON object'],
    ['a client that is only a name', '{"a":"A"}', 'no object for a'],
    ['a client without a name', '{"a":{}}', 'no valid name for a'],
    ['a blank name', '{"a":{"name":" "}}', 'no valid name for a'],
    ['a name with a line end', '{"a":{"name":"x\\ny"}}', 'no valid name for a'],
    ['a bucket that cannot be one', '{"a":{"name":"A","depositBucket":"My Bucket"}}', 'no valid depositBucket for a'],
    ['a property of another spelling', '{"a":{"name":"A","bucket":"b"}}', 'unknown property, bucket, for a'],
    ['the repository as a workspace', '{"a":{"name":"A","depositBucket":"muniment-repository"}}', "platform's own"],
    ['the staging area as a workspace', '{"a":{"name":"A","depositBucket":"muniment-staging"}}', "platform's own"],
  ];
  for (const [what, text, sentence] of refused) {
    it(`are refused with ${what}`, () => expect(faultsOf(withClients(text))).to.contain(sentence));
  }
});
