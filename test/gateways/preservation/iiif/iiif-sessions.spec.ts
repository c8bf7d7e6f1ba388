import { expect } from 'chai';
import { ask, newDeposit } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { as } from '../deposit-life/deposits-by-state.js';
import { tokenisedUri, viewedDeposit } from './viewed-deposit.js';

describe('GET /deposits/{id}/iiif (preservation 4.9, companion 15.1)', () => {
  const live = liveServices();

  it('redirects to the manifest behind a token of 32 hex characters', async () => {
    const deposit = await newDeposit(live);
    const answer = await fetch(`${deposit.uri}/IIIF`, { redirect: 'manual' });
    expect(answer.status).to.equal(302);
    expect(answer.headers.get('location')).to.match(new RegExp(`^/deposits/${deposit.id}/iiif-token/[0-9a-f]{32}$`));
  });
  it('gives a user the same token again, and each user and deposit another one', async () => {
    const [one, other] = [await newDeposit(live), await newDeposit(live)];
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => tokenisedUri(one)));
    expect([second, third]).to.deep.equal([first, first]);
    const others = [await tokenisedUri(one, 'ben'), await tokenisedUri(other)].map((uri) => uri.slice(-32));
    expect(new Set([first!.slice(-32), ...others]).size).to.equal(3);
  });
  it('is 404 for an unknown deposit', async () => {
    expect((await ask('GET', `${live.preservation}/deposits/nowhere/iiif`)).status).to.equal(404);
  });
  it('gives tokens that no other deposit takes', async () => {
    const [one, other] = [await viewedDeposit(live), await newDeposit(live)];
    const { status, body } = await ask('GET', one.manifest.replace(one.id, other.id));
    expect([status, body['title']]).to.deep.equal([401, 'Session expired']);
    expect((await ask('GET', one.media.replace(one.id, other.id) + '/placeholder/thumb.png')).status).to.equal(401);
  });
  for (const token of ['0'.repeat(32), 'x', 'A'.repeat(32), `${'0'.repeat(31)}%00`, '0'.repeat(150)])
    it(`is expired with the token ${token}`, async () => {
      const deposit = await newDeposit(live);
      const { status } = await ask('GET', `${deposit.uri}/iiif-token/${token}`);
      expect([400, 401]).to.include(status);
      expect(
        (await ask('GET', `${live.preservation}/media/${token}/deposit/${deposit.id}/file/objects/a`)).status,
      ).to.be.oneOf([400, 401]);
    });
  it('ends with the deposit', async () => {
    const deposit = await viewedDeposit(live);
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    expect((await ask('GET', deposit.manifest)).status).to.equal(401);
    expect((await ask('POST', deposit.manifest, { type: 'Manifest', items: [] })).status).to.equal(401);
    expect((await ask('GET', `${deposit.media}/placeholder/thumb.png`)).status).to.equal(401);
  });
  it('is not written to the log', async () => {
    const deposit = await viewedDeposit(live);
    await ask('GET', deposit.manifest);
    await ask('GET', `${deposit.media}/file/objects/nothing`);
    await ask('GET', `${live.preservation}/nowhere/${deposit.token}?a=${deposit.token}`);
    expect(JSON.stringify(live.log)).not.to.include(deposit.token);
  });
  it('lets pages of every origin read the manifest and post to the address that it names', async () => {
    const deposit = await viewedDeposit(live);
    const preflight = await fetch(deposit.manifest, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://viewer.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
        'access-control-request-private-network': 'true',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).to.equal('*');
    expect(preflight.headers.get('access-control-allow-private-network')).to.equal('true');
    const answer = await fetch(deposit.manifest, { headers: { origin: 'https://viewer.example.org' } });
    expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
    expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).to.include('x-iiif-post-url');
    expect(answer.headers.get('x-iiif-post-url')).to.equal(deposit.manifest);
  });
  it('is not there unless the operator has enabled it', async () => {
    const { pathname } = new URL((await viewedDeposit(live)).manifest);
    const [, , id = '', , token = ''] = pathname.split('/');
    for (const [method, path] of [
      ['GET', `/deposits/${id}/iiif`],
      ['GET', pathname],
      ['POST', pathname],
      ['GET', `/media/${token}/deposit/${id}/placeholder/thumb.png`],
    ] as const) {
      const body = method === 'POST' ? { type: 'Manifest', items: [] } : undefined;
      expect((await ask(method, live.otherPreservation + path, body, as('ann'))).status, path).to.equal(404);
    }
  });
});
