import { createHmac, sign } from 'node:crypto';
import { expect } from 'chai';
import { IdentityFault } from '../../../infra/identity/fault.js';
import { keyCache } from '../../../infra/identity/key-cache.js';
import { readKeys } from '../../../infra/identity/key-set.js';
import { tokenVerifier, type TokenRules } from '../../../infra/identity/token-verifier.js';
import { AUDIENCE, claimsAt, ISSUER, newKey, segment, signed } from '../../support/identity/token-signer.js';

const NOW = 1_800_000_000;
const SKEW = 30;

const ec = newKey('ec');
const rsa = newKey('rsa', 'RS256');
const open = newKey('open', 'RS512', { alg: undefined });
const encryption = newKey('encryption', 'RS256', { use: 'enc' });
const stranger = newKey('ec');
const keys = keyCache(async () => {
  const keyFor = await readKeys([ec, rsa, open, encryption].map(({ jwk }) => jwk));
  return { issuer: ISSUER, keyFor: keyFor ?? expect.fail('no key is usable') };
}, Date.now);
const rules: TokenRules = { audiences: [AUDIENCE, 'api://other-name'], clockSkewSeconds: SKEW };
const verify = tokenVerifier(keys, rules, () => NOW * 1000);

const hmac = (header: object, claims: object, secret: string | Buffer): string => {
  const input = `${segment(header)}.${segment(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const changed = (token: string, index: number, to: (part: string) => string): string =>
  token
    .split('.')
    .map((part, at) => (at === index ? to(part) : part))
    .join('.');

/** Signed well, over claims that no library would write. */
const forgedText = (payload: string): string => {
  const input = `${segment({ alg: 'ES256', kid: 'ec' })}.${Buffer.from(payload).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
};
const forged = (claims: unknown): string => forgedText(JSON.stringify(claims));

const good = claimsAt(NOW);
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
const der = rsa.publicKey.export({ type: 'spki', format: 'der' });

describe('a token of the provider', () => {
  const held: readonly [string, () => string][] = [
    ['signed with an elliptic curve', () => signed(ec, good)],
    ['signed with RSA', () => signed(rsa, good)],
    ['signed by any RSA algorithm, where its key names none', () => signed({ ...open, alg: 'PS384' }, good)],
    ['typed as an access token', () => signed(ec, good, { typ: 'at+jwt' })],
    ['typed as an access token in full', () => signed(ec, good, { typ: 'application/at+JWT' })],
    ['without a type', () => signed(ec, good, { typ: undefined })],
    ['without a key id, where one key alone is of its kind', () => signed(ec, good, { kid: undefined })],
    ['for another of our audiences', () => signed(ec, claimsAt(NOW, { aud: 'api://other-name' }))],
    ['for us among other audiences', () => signed(ec, claimsAt(NOW, { aud: ['api://x', AUDIENCE] }))],
    ['without nbf', () => signed(ec, claimsAt(NOW, { nbf: undefined }))],
    ['that ended within the skew of the clocks', () => signed(ec, claimsAt(NOW, { exp: NOW - SKEW + 1 }))],
    ['that begins within the skew of the clocks', () => signed(ec, claimsAt(NOW, { nbf: NOW + SKEW }))],
  ];
  for (const [what, token] of held) {
    it(`holds when it is ${what}`, async () => expect(await verify(token())).to.have.property('claims'));
  }

  it('gives its claims as they were written', async () =>
    expect(await verify(signed(ec, good))).to.deep.equal({ claims: good }));
});

const timed = (times: string): string =>
  forgedText(`{"iss":"${ISSUER}","aud":"${AUDIENCE}","sub":"s","azp":"app",${times}}`);

describe('a token is refused whose time is no moment:', () => {
  const times: readonly string[] = [
    '"exp":1e400',
    '"exp":-1',
    `"exp":"${NOW + 300}"`,
    '"exp":null',
    `"exp":${NOW + 300},"nbf":-1e400`,
    `"exp":${NOW + 300},"nbf":-1`,
    `"exp":${NOW + 300},"nbf":null`,
    `"exp":${NOW + 300},"iat":1e400`,
    `"exp":${NOW + 300},"iat":-1`,
    `"exp":${NOW + 300},"iat":"${NOW}"`,
  ];
  for (const each of times) it(each, async () => expect(await verify(timed(each))).to.have.property('invalid'));

  it('and holds otherwise', async () =>
    expect(await verify(timed(`"exp":${NOW + 300.5},"iat":0,"nbf":0`))).to.have.property('claims'));
});

describe('a hostile token is refused when it', () => {
  const refused: readonly [string, RegExp, () => string][] = [
    ['is not signed', /algorithm/, () => `${segment({ alg: 'none', typ: 'JWT' })}.${segment(good)}.x`],
    ['is not signed, with an empty signature', /malformed/, () => `${segment({ alg: 'none' })}.${segment(good)}.`],
    ['is not signed, in other letters', /algorithm/, () => `${segment({ alg: 'NoNe', kid: 'ec' })}.${segment(good)}.x`],
    ['is signed with our public key as a secret', /algorithm/, () => hmac({ alg: 'HS256', kid: 'rsa' }, good, pem)],
    ['is signed with the bytes of our public key', /algorithm/, () => hmac({ alg: 'HS256', kid: 'rsa' }, good, der)],
    ['says RS256 over a shared secret', /not hold/, () => hmac({ alg: 'RS256', kid: 'rsa' }, good, pem)],
    ['is of another algorithm than its key', /not offer/, () => signed({ ...rsa, alg: 'RS384' }, good)],
    ['takes a curve for RSA', /not offer/, () => hmac({ alg: 'RS256', kid: 'ec' }, good, 'x')],
    ['is signed with a foreign key of the same name', /not hold/, () => signed(stranger, good)],
    ['brings its own key', /not hold/, () => signed(stranger, good, { jwk: stranger.jwk })],
    [
      'says where its key lies',
      /not offer/,
      () => signed({ ...stranger, kid: 'x' }, good, { jku: 'https://x.example/' }),
    ],
    ['is signed with a key that nobody offers', /not offer/, () => signed({ ...stranger, kid: 'unknown' }, good)],
    ['is signed with a key for other purposes', /not offer/, () => signed(encryption, good)],
    ['does not say which of several keys', /not offer/, () => signed(rsa, good, { kid: undefined })],
    ['names a key by no text', /malformed/, () => signed(ec, good, { kid: { $ne: 1 } })],
    ['names a key by a path', /not offer/, () => signed(ec, good, { kid: '../../dev/null' })],
    ['has critical headers', /critical/, () => signed(ec, good, { crit: ['exp'] })],
    ['is of another type', /type/, () => signed(ec, good, { typ: 'logout+jwt' })],
    ['is for another audience', /audience/, () => signed(ec, claimsAt(NOW, { aud: 'api://else' }))],
    [
      'is for an audience that ours is only part of',
      /audience/,
      () => signed(ec, claimsAt(NOW, { aud: `${AUDIENCE}/x` })),
    ],
    ['is for nobody', /audience/, () => signed(ec, claimsAt(NOW, { aud: undefined }))],
    ['is for an empty list', /audience/, () => signed(ec, claimsAt(NOW, { aud: [] }))],
    ['is of another issuer', /issuer/, () => signed(ec, claimsAt(NOW, { iss: 'https://issuer.example/other/' }))],
    ['is of the issuer without its slash', /issuer/, () => signed(ec, claimsAt(NOW, { iss: ISSUER.slice(0, -1) }))],
    ['is of no issuer', /issuer/, () => signed(ec, claimsAt(NOW, { iss: undefined }))],
    ['has expired', /expired/, () => signed(ec, claimsAt(NOW, { exp: NOW - SKEW }))],
    ['never expires', /never/, () => signed(ec, claimsAt(NOW, { exp: undefined }))],
    ['is not valid yet', /not valid yet/, () => signed(ec, claimsAt(NOW, { nbf: NOW + SKEW + 1 }))],
    ['expires at a text', /not hold/, () => forged({ ...good, exp: '9999999999' })],
    ['becomes valid at a text', /not hold/, () => forged({ ...good, nbf: 'now' })],
    [
      'has other claims than were signed',
      /not hold/,
      () => changed(signed(ec, good), 1, () => segment({ ...good, upn: 'root' })),
    ],
    ['has a cut signature', /not hold/, () => changed(signed(ec, good), 2, (part) => part.slice(0, 20))],
    ['has claims that are a list', /audience|malformed/, () => forged([good])],
    ['has claims that are a text', /audience|malformed/, () => forged('root')],
    ['has claims that are nothing', /audience|malformed/, () => forged(null)],
    ['has claims that are no JSON', /audience|malformed/, () => forgedText('{"iss":')],
    ['has a header that is no JSON', /malformed/, () => changed(signed(ec, good), 0, () => 'AAAA')],
    ['has a header that is a list', /malformed/, () => changed(signed(ec, good), 0, () => segment([{ alg: 'ES256' }]))],
    ['has two parts', /malformed/, () => signed(ec, good).split('.').slice(0, 2).join('.')],
    ['has five parts', /malformed/, () => `${signed(ec, good)}.x.x`],
    ['is nothing at all', /malformed/, () => ''],
    ['is no token', /malformed/, () => 'secret'],
    ['is huge', /too long/, () => signed(ec, { ...good, more: 'x'.repeat(20_000) })],
    ['is nothing but dots', /malformed/, () => '.'.repeat(16_000)],
  ];
  for (const [what, why, token] of refused) {
    it(what, async () => {
      const verdict = await verify(token());
      expect(verdict).to.have.property('invalid').that.matches(why);
    });
  }

  it('with a reason that can stand in a header', async () => {
    for (const [, , token] of refused) {
      const verdict = await verify(token());
      expect('invalid' in verdict ? verdict.invalid : '').to.match(/^[A-Z][a-zA-Z ]+\.$/);
    }
  });
});

describe('a token', () => {
  it('cannot be judged while the keys cannot be had, and that is no fault of its sender', async () => {
    const fault = new IdentityFault('provider-unavailable', 'away');
    const nowhere = tokenVerifier({ find: () => Promise.reject(fault) }, rules, Date.now);
    expect(await nowhere(signed(ec, good)).catch((error: unknown) => error)).to.equal(fault);
    expect(fault.transient).to.equal(true);
  });

  it('that is malformed sends nobody to the provider', async () => {
    const nobody = { find: () => Promise.reject(new Error('asked')) };
    expect(await tokenVerifier(nobody, rules, Date.now)('a.b.c')).to.have.property('invalid');
  });
});
