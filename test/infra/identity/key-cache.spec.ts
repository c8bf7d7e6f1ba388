import { expect } from 'chai';
import { IdentityFault } from '../../../infra/identity/fault.js';
import { keyCache, type KeyCache } from '../../../infra/identity/key-cache.js';
import type { KeySet } from '../../../infra/identity/key-set.js';
import { ISSUER, newKey, type TestKey } from '../../support/identity/token-signer.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const away = new IdentityFault('provider-unavailable', 'away');

const first = newKey('first');
const second = newKey('second');
const setOf = (...keys: TestKey[]): KeySet => ({
  issuer: ISSUER,
  keyFor: ({ kid }) => Promise.resolve(keys.find((each) => each.kid === kid)?.publicKey ?? null),
});

describe('the keys of the provider', () => {
  let time: number;
  let asked: number;
  let provider: () => Promise<KeySet>;
  let cache: KeyCache;
  beforeEach(() => {
    time = 0;
    asked = 0;
    provider = () => Promise.resolve(setOf(first));
    const load = (): Promise<KeySet> => {
      asked++;
      return provider();
    };
    cache = keyCache(load, () => time);
  });

  const kidFor = async ({ kid, alg }: TestKey): Promise<string | null> => {
    const known = await cache.find({ kid, alg });
    return [first, second].find(({ publicKey }) => publicKey === known?.key)?.kid ?? null;
  };
  const outcome = (key: TestKey): Promise<unknown> => kidFor(key).catch((fault: unknown) => fault);

  it('are asked for when the first token comes, once for all who wait', async () => {
    expect(cache.ready()).to.equal(false);
    expect(await Promise.all([kidFor(first), kidFor(first), kidFor(first)])).to.deep.equal(['first', 'first', 'first']);
    expect(asked).to.equal(1);
    expect(cache.ready()).to.equal(true);
  });

  it('are kept for the tokens that follow', async () => {
    await kidFor(first);
    time = 9 * MINUTE;
    await kidFor(first);
    expect(asked).to.equal(1);
  });

  it('are asked for again when they are no longer fresh, and a key that is gone then holds no more', async () => {
    await kidFor(first);
    provider = () => Promise.resolve(setOf(second));
    time = 11 * MINUTE;
    await kidFor(first);
    expect(asked).to.equal(2);
    expect(await kidFor(first)).to.equal(null);
  });

  it('are asked for when a token comes with a new one', async () => {
    await kidFor(first);
    provider = () => Promise.resolve(setOf(first, second));
    expect(await kidFor(second)).to.equal('second');
    expect(asked).to.equal(2);
  });

  it('are not asked for by everyone who makes one up', async () => {
    await kidFor(first);
    for (let each = 0; each < 50; each++) expect(await kidFor({ ...second, kid: `made up ${each}` })).to.equal(null);
    expect(asked).to.be.within(2, 5);
    time = 2 * MINUTE;
    provider = () => Promise.resolve(setOf(first, second));
    expect(await kidFor(second)).to.equal('second');
  });

  it('serve those who have one while the provider is away, and tell others that it cannot be told', async () => {
    await kidFor(first);
    provider = () => Promise.reject(away);
    time = HOUR;
    expect(await outcome(first)).to.equal('first');
    expect(await outcome(second)).to.equal(away);
    expect(await outcome(first)).to.equal('first');
  });

  it('serve those who have one without waiting for a provider that does not answer', async () => {
    await kidFor(first);
    provider = () => new Promise(() => undefined);
    time = HOUR;
    expect(await outcome(first)).to.equal('first');
  });

  it('are used for a day at most', async () => {
    await kidFor(first);
    provider = () => Promise.reject(away);
    time = 25 * HOUR;
    expect(await outcome(first)).to.equal(away);
  });

  it('are waited for when the provider is away at the start, and are there once it is', async () => {
    provider = () => Promise.reject(away);
    expect(await outcome(first)).to.equal(away);
    for (let each = 0; each < 50; each++) expect(await outcome(first)).to.equal(away);
    expect(asked).to.equal(1);
    provider = () => Promise.resolve(setOf(first));
    time = 6_000;
    expect(await outcome(first)).to.equal('first');
  });
});
