import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { decode, type JwtPayload } from 'jsonwebtoken';
import { testBrowser } from '../../support/identity/browser.js';
import { openOwnIssuer, type OwnIssuer } from '../../support/identity/own-issuer.js';

const BACK = 'http://127.0.0.1:9/back';
const VERIFIER = 'v'.repeat(43);

describe('the page at which people sign in to the local issuer', () => {
  let issuer: OwnIssuer;
  before(async () => {
    issuer = await openOwnIssuer('api://muniment');
  });
  after(() => issuer.close());

  const asked = {
    client_id: 'muniment',
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'openid offline_access',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const addressOf = (changes: Readonly<Record<string, string>> = {}): string =>
    `${issuer.address}/authorize?${new URLSearchParams({ ...asked, ...changes }).toString()}`;
  const open = (changes?: Readonly<Record<string, string>>) => testBrowser().open(addressOf(changes), BACK);
  const send = async (fields: Readonly<Record<string, string>>) => testBrowser().send(await open(), fields, BACK);
  const codeFor = async (user: string): Promise<string> => {
    const { address } = await send({ user, decision: 'allow' });
    return new URL(address).searchParams.get('code') ?? '';
  };
  const redeem = async (code: string, changes: Readonly<Record<string, string>> = {}) => {
    const shown = { client_id: 'muniment', redirect_uri: BACK, code_verifier: VERIFIER, ...changes };
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...shown });
    const answer = await fetch(`${issuer.address}/token`, { method: 'POST', body });
    return (await answer.json()) as Record<string, string>;
  };

  it('has names to choose, and a field for any other', async () => {
    const { text } = await open();
    expect(text)
      .to.match(/<button name="chosen" value="ada@example\.org">/)
      .and.to.contain('name="user"');
    const chosen = await send({ chosen: 'ben@example.org' });
    const tokens = await redeem(new URL(chosen.address).searchParams.get('code') ?? '');
    expect(decode(tokens['access_token'] ?? '')).to.have.property('preferred_username', 'ben@example.org');
  });

  it('sends a person back with a code, the state of the client, and its own name', async () => {
    const { address } = await send({ user: 'Zoë', decision: 'allow' });
    const { searchParams } = new URL(address);
    expect(searchParams.get('state')).to.equal('s');
    expect(searchParams.get('iss')).to.equal(issuer.address);
    const tokens = await redeem(searchParams.get('code') ?? '');
    const idToken = decode(tokens['id_token'] ?? '') as JwtPayload;
    expect(idToken).to.include({ aud: 'muniment', sub: 'Zoë', nonce: 'n', iss: issuer.address });
    expect(tokens).to.have.property('refresh_token');
  });

  it('takes a code once, from the client that shows what it began with', async () => {
    const wrong = [{ code_verifier: 'w'.repeat(43) }, { redirect_uri: 'http://127.0.0.1:9/other' }];
    for (const changes of wrong) {
      const code = await codeFor('ada');
      expect(await redeem(code, changes)).to.deep.equal({ error: 'invalid_grant' });
      expect(await redeem(code), 'spent').to.deep.equal({ error: 'invalid_grant' });
    }
    const code = await codeFor('ada');
    expect(await redeem(code)).to.have.property('access_token');
    expect(await redeem(code)).to.deep.equal({ error: 'invalid_grant' });
  });

  it('takes no code that is a minute old', async () => {
    const code = await codeFor('ada');
    issuer.passMs(60_000);
    expect(await redeem(code)).to.deep.equal({ error: 'invalid_grant' });
  });

  it('asks again for a name that nobody can have', async () => {
    const { status, text } = await send({ user: '\u200b', decision: 'allow' });
    expect(status).to.equal(400);
    expect(text).to.contain('must be a name');
  });

  it('tells the client that the person refused, or that it asks for what is not given', async () => {
    const errorOf = ({ address }: { readonly address: string }) => new URL(address).searchParams.get('error');
    expect(errorOf(await send({ decision: 'deny' }))).to.equal('access_denied');
    expect(errorOf(await open({ response_type: 'token' }))).to.equal('unsupported_response_type');
    expect(errorOf(await open({ code_challenge_method: 'plain' }))).to.equal('invalid_request');
    expect(errorOf(await open({ code_challenge: '' }))).to.equal('invalid_request');
    expect(errorOf(await open({ scope: 'openid admin' }))).to.equal('invalid_scope');
  });

  it('sends nobody to another computer, and serves no other client', async () => {
    for (const changes of [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'http://127.0.0.1.evil.example/' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: '' },
      { client_id: 'trial' },
    ]) {
      const { status, address } = await open(changes);
      expect(status, JSON.stringify(changes)).to.equal(400);
      expect(address).to.equal(addressOf(changes));
    }
    const out = `${issuer.address}/sign-out?post_logout_redirect_uri=https://evil.example/`;
    expect((await testBrowser().open(out)).text).to.contain('You are signed out');
  });

  it('shows what a client sends as text', async () => {
    const { text } = await open({ state: '"><script>alert(1)</script>' });
    expect(text).not.to.contain('<script');
  });

  it('does not obey the form of another site', async () => {
    const body = new URLSearchParams({ ...asked, user: 'ada', decision: 'allow' });
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${issuer.address}/authorize`, { method: 'POST', body, headers })).status).to.equal(403);
  });
});
