import { expect } from 'chai';
import {
  beginConsoleSession,
  endConsoleSession,
  findConsoleSession,
  type ConsoleSession,
  type ConsoleSessionStore,
} from '../../../commands/console-sessions/console-sessions.js';
import { usableSession } from '../../../commands/console-sessions/renew-session.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import { readWhole } from '../../../formats/read-whole.js';
import { keysIn } from '../../support/s3/keys-in.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';

const HOUR = 3_600_000;

describe('sessions of the console', () => {
  const places = {
    workspaceBucket: 'w',
    exports: [],
    repository: { bucket: 'r', prefix: '' },
    staging: { bucket: 's', prefix: 'own/' },
  };
  let store: ConsoleSessionStore;
  let at: number;
  beforeEach(() => {
    const bytes = memoryBytes(['w', 'r', 's']).store;
    at = Date.now();
    const removal = openRemoval(bytes, places);
    store = { bytes, places, removal, now: () => new Date(at), idleMs: 8 * HOUR, longestMs: 24 * HOUR };
  });

  /** A session whose access token can be used for an hour. */
  const ofAnn = (): ConsoleSession => ({
    agent: 'ann',
    tokens: { accessToken: 'access-1', until: new Date(at + HOUR).toISOString(), refreshToken: 'refresh-1' },
  });
  const begin = (): Promise<string> => beginConsoleSession(store, ofAnn());
  const find = (token: string) => findConsoleSession(store, token);

  it('are found by their token and by no other', async () => {
    const token = await begin();
    expect(token).to.match(/^[\w-]{43}$/);
    expect(await find(token)).to.deep.include(ofAnn());
    expect(await find(await begin())).not.to.equal(null);
    for (const other of ['', 'x', 'A'.repeat(43), `${token}x`]) expect(await find(other), other).to.equal(null);
  });

  it('cost nothing for a text that is no token', async () => {
    const unread = { ...store, bytes: { ...store.bytes, get: () => Promise.reject(new Error('read')) } };
    expect(await findConsoleSession(unread, '../../etc/passwd')).to.equal(null);
  });

  it('are kept so that nobody who reads the store can use them or sees whose they are', async () => {
    const token = await begin();
    const [key = ''] = await keysIn(store.bytes, 's');
    const kept = (await readWhole(store.bytes, { bucket: 's', key })).bytes.toString();
    expect(key).to.match(/^own\/sessions\/[0-9a-f]{64}\.json$/);
    for (const secret of [token, 'ann', 'access-1', 'refresh-1']) expect(key + kept).not.to.contain(secret);
  });

  it('end when they were not used for a while, and at last however they are used', async () => {
    const unused = await begin();
    const used = await begin();
    for (let hour = 0; hour < 23; hour += 7) {
      expect(await find(used), `after ${hour} h`).not.to.equal(null);
      at += 7 * HOUR;
    }
    expect(await find(unused)).to.equal(null);
    expect(await find(used)).to.equal(null);
  });

  it('say when they end, and write that only when some of their life is over', async () => {
    const token = await begin();
    const etags = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { etag } of store.bytes.list('s', '')) found.push(etag);
      return found;
    };
    const first = await etags();
    at += HOUR / 4;
    await find(token);
    expect(await etags()).to.deep.equal(first);
    at += HOUR;
    expect(await find(token)).to.have.property('expires', new Date(at + 8 * HOUR).toISOString());
    expect(await etags()).not.to.deep.equal(first);
  });

  it('are removed when they are over and another one begins', async () => {
    await begin();
    at += 9 * HOUR;
    await begin();
    expect(await keysIn(store.bytes, 's')).to.have.length(1);
  });

  it('end when a person signs out, and say whose they were', async () => {
    const token = await begin();
    expect(await endConsoleSession(store, token)).to.have.property('agent', 'ann');
    expect(await find(token)).to.equal(null);
    expect(await endConsoleSession(store, token)).to.equal(null);
    expect(await keysIn(store.bytes, 's')).to.deep.equal([]);
  });

  describe('whose access token has ended', () => {
    let token: string;
    let spent: string[];
    beforeEach(async () => {
      token = await begin();
      spent = [];
      at += HOUR;
    });
    const next = (number: number) => ({
      accessToken: `access-${number}`,
      until: new Date(at + HOUR).toISOString(),
      refreshToken: `refresh-${number}`,
    });
    /** A provider that takes each refresh token once, and ends the login of one that comes again. */
    const prolong = (refreshToken: string) => {
      const isKnown = refreshToken === `refresh-${spent.length + 1}`;
      spent.push(refreshToken);
      return Promise.resolve(isKnown ? next(spent.length + 1) : null);
    };
    const use = async (by = prolong) => {
      const found = await find(token);
      return found === null ? null : usableSession(store, token, found, by);
    };

    it('get the next one, which is kept', async () => {
      expect(await use()).to.have.nested.property('tokens.accessToken', 'access-2');
      expect(await find(token)).to.have.nested.property('tokens.refreshToken', 'refresh-2');
      expect(await use()).to.have.nested.property('tokens.accessToken', 'access-2');
      at += HOUR;
      expect(await use()).to.have.nested.property('tokens.accessToken', 'access-3');
    });

    it('get it once, for all who use it at that moment', async () => {
      const used = await Promise.all(Array.from({ length: 8 }, () => use()));
      expect(used.map((each) => each?.tokens.accessToken)).to.deep.equal(Array(8).fill('access-2'));
      expect(spent).to.deep.equal(['refresh-1']);
    });

    it('get it although they are used while the provider is asked', async () => {
      const used = await use(async (refreshToken) => {
        at += HOUR;
        await find(token);
        return prolong(refreshToken);
      });
      expect(used).to.have.nested.property('tokens.accessToken', 'access-2');
    });

    it('get it from another process where one was killed that had begun to', async () => {
      const found = await find(token);
      await new Promise<void>((asked) => {
        void use(() => {
          asked();
          return new Promise(() => undefined);
        });
      });
      at += 30_000;
      expect(await usableSession(store, token, found!, prolong)).to.have.nested.property(
        'tokens.accessToken',
        'access-2',
      );
    });

    it('stay as they are while the provider does not answer', async () => {
      const away = new Error('away');
      expect(await use(() => Promise.reject(away)).catch((error: unknown) => error)).to.equal(away);
      expect(await use()).to.have.nested.property('tokens.accessToken', 'access-2');
    });

    it('end when the login has ended', async () => {
      expect(await use(() => Promise.resolve(null))).to.equal(null);
      expect(await find(token)).to.equal(null);
    });

    it('end at once where there is nothing to prolong them by', async () => {
      const { agent, tokens } = ofAnn();
      token = await beginConsoleSession(store, {
        agent,
        tokens: { ...tokens, until: new Date(at).toISOString(), refreshToken: null },
      });
      expect(await use()).to.equal(null);
      expect(await find(token)).to.equal(null);
    });

    it('stay ended when a person signs out while the provider is asked', async () => {
      const used = await use(async (refreshToken) => {
        await endConsoleSession(store, token);
        return prolong(refreshToken);
      });
      expect(used).to.equal(null);
      expect(await find(token)).to.equal(null);
    });
  });
});
