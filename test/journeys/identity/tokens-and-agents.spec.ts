import { expect } from 'chai';
import { openScriptedProvider, type ScriptedProvider } from '../../support/identity/scripted-provider.js';
import { AUDIENCE, claimsAt, newKey, signed } from '../../support/identity/token-signer.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';

const key = newKey('k');

describe('a platform with tokens', () => {
  let provider: ScriptedProvider;
  let platform: TestPlatform;
  before(async () => {
    provider = await openScriptedProvider([key]);
    platform = await startTestPlatform({
      environment: { MUNIMENT_AUTH_ISSUER: provider.issuer, MUNIMENT_AUTH_AUDIENCE: AUDIENCE },
    });
  });
  after(async () => {
    await platform.remove();
    await provider.close();
  });

  const bearer = (claims: object): Record<string, string> => ({
    authorization: `Bearer ${signed(key, claimsAt(Math.floor(Date.now() / 1000), { iss: provider.issuer, ...claims }))}`,
  });
  const callers: readonly (readonly [string, () => Record<string, string>])[] = [
    ['a user', () => bearer({ preferred_username: 'ann' })],
    ['a client that only its header names', () => ({ ...bearer({ azp: 'app' }), 'x-client-identity': 'scripts' })],
  ];
  for (const [who, headers] of callers)
    it(`checks on behalf of ${who} what can be reached`, async () => {
      for (const path of ['/storage', '/storage/check-s3', '/storage/check-storage-s3']) {
        const { status, body } = await platform.call('GET', path, undefined, headers());
        expect(status).to.equal(200);
        expect(body, path).to.include({ success: true, error: null });
      }
    });

  for (const name of ['ann@example.org', 'team/a', 'scans #1', '100%', 'a+b (c)', '-_-', '%2F'])
    it(`answers at the URI of an agent with any name: ${name}`, async () => {
      const client = { ...bearer({ azp: 'app' }), 'x-client-identity': name };
      const { body } = await platform.call<{ readonly createdBy: string }>('POST', '/deposits', {}, client);
      const uri = body.createdBy;
      const agent = await platform.call('GET', uri, undefined, client);
      expect([agent.status, agent.body]).to.deep.equal([200, { id: uri, type: 'Agent', name }]);
      expect((await platform.call<string[]>('GET', '/agents', undefined, client)).body).to.include(uri);
    });

  it('asks callers for a token', async () => {
    for (const path of ['/storage', '/agents', '/agents/ann', '/access-conditions', '/validation/archivalgroup/x'])
      expect((await platform.call('GET', path)).status, path).to.equal(401);
  });
});
