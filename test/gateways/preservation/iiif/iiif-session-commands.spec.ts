import { expect } from 'chai';
import {
  endIiifSessions,
  findIiifSession,
  openIiifSession,
  type SessionStore,
} from '../../../../commands/iiif-sessions/iiif-sessions.js';
import type { Actor } from '../../../../events/envelope.js';
import { startTestPlatform, type TestPlatform } from '../../../support/platform/test-platform.js';
import type { Ports } from '../../../../infra/compose/stores/stores.js';
import { openRemoval } from '../../../../commands/storage/removal.js';
import { keysIn } from '../../../support/s3/keys-in.js';

const ann: Actor = { agent: 'ann', source: 'user', appId: null };
const ben: Actor = { ...ann, agent: 'ben' };
const HOUR = 3_600_000;

describe('IIIF sessions (companion 15.1)', () => {
  let platform: TestPlatform;
  let store: SessionStore;
  let at = Date.parse('2026-03-04T05:06:07Z');
  before(async () => {
    const taken: Ports[] = [];
    platform = await startTestPlatform({
      ports: (ports) => {
        taken.push(ports);
        return ports;
      },
    });
    const { workspaceBucket, repositoryBucket } = platform.ready.s3;
    const places = {
      workspaceBucket,
      exports: [],
      repository: { bucket: repositoryBucket, prefix: '' },
      staging: { bucket: 'muniment-staging', prefix: 'sessions-spec/' },
    };
    const { bytes } = taken[0]!;
    store = { bytes, places, removal: openRemoval(bytes, places), now: () => new Date(at), lifetimeMs: 8 * HOUR };
  });
  after(() => platform.remove());

  const keys = async (): Promise<string[]> => {
    return keysIn(store.bytes, 'muniment-staging', 'sessions-spec/');
  };

  it('live as long as they are used, and eight hours longer', async () => {
    const token = await openIiifSession(store, { id: 'd1' }, ann);
    for (let use = 0; use < 5; use++) {
      at += 7 * HOUR;
      expect(await findIiifSession(store, 'd1', token)).to.deep.equal({ actor: ann });
    }
    at += 8 * HOUR;
    expect(await findIiifSession(store, 'd1', token)).to.equal(null);
    expect(await openIiifSession(store, { id: 'd1' }, ann)).not.to.equal(token);
  });
  it('are one for a user, however many ask at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => openIiifSession(store, { id: 'd2' }, ann)));
    expect(new Set(tokens).size).to.equal(1);
    expect((await keys()).filter((key) => key.includes('/d2.iiif/tokens/'))).to.have.length(1);
  });
  it('leave nothing of what has expired when the next begins', async () => {
    await openIiifSession(store, { id: 'd3' }, ann);
    at += 9 * HOUR;
    await openIiifSession(store, { id: 'd3' }, ben);
    expect((await keys()).filter((key) => key.includes('/d3.iiif/tokens/'))).to.have.length(1);
  });
  it('are all ended together', async () => {
    const tokens = [await openIiifSession(store, { id: 'd4' }, ann), await openIiifSession(store, { id: 'd4' }, ben)];
    await endIiifSessions(store, 'd4');
    for (const token of tokens) expect(await findIiifSession(store, 'd4', token)).to.equal(null);
    expect((await keys()).filter((key) => key.includes('/d4.iiif/'))).to.deep.equal([]);
  });
  it('are not looked for with what cannot be a token', async () => {
    const unread = (): never => {
      throw new Error('the store was asked');
    };
    const bytes = { ...store.bytes, head: unread, get: unread, list: unread };
    for (const token of ['', 'a', '../x', 'A'.repeat(32), `${'a'.repeat(32)}/`])
      expect(await findIiifSession({ ...store, bytes }, 'd1', token)).to.equal(null);
    expect(await findIiifSession({ ...store, bytes }, '../d1', 'a'.repeat(32))).to.equal(null);
  });
});
