import { expect } from 'chai';
import fc from 'fast-check';
import { workspaceKeys, type WorkspaceKeysSettings } from '../../../infra/embedded/workspace-keys.js';
import { atDepth } from '../../support/random/depth.js';

const settings: WorkspaceKeysSettings = {
  secret: 'the secret of the folder',
  buckets: ['workspace', 'client-workspace'],
  prefixOf: (depositId) => `deposits/${depositId}/`,
  isDeleted: (depositId) => Promise.resolve(depositId === 'deleted'),
};
const keys = workspaceKeys(settings);
const grant = { depositId: 'g7f7bycq5jtt', bucket: 'workspace', expires: new Date('2030-01-02T03:04:05.678Z') };

describe('keys for one workspace', () => {
  it('are found again by their id alone, with the grant that they were issued for', () => {
    const issued = keys.issue(grant);
    const found = workspaceKeys(settings).find(issued.accessKeyId);
    expect(found).to.deep.include({ ...issued, expires: new Date('2030-01-02T03:04:05Z') });
  });

  it('have another secret for another deposit, bucket, time, or data folder', () => {
    const others = [
      keys.issue({ ...grant, depositId: 'g7f7bycq5jtu' }),
      keys.issue({ ...grant, bucket: 'client-workspace' }),
      keys.issue({ ...grant, expires: new Date('2030-01-02T03:04:06Z') }),
      workspaceKeys({ ...settings, secret: 'another' }).issue(grant),
    ].map(({ secretAccessKey }) => secretAccessKey);
    expect(new Set([...others, keys.issue(grant).secretAccessKey]).size).to.equal(5);
  });

  it('are withdrawn with their deposit', async () => {
    const withdrawn = (depositId: string): Promise<boolean> | undefined =>
      keys.find(keys.issue({ ...grant, depositId }).accessKeyId)?.isWithdrawn?.();
    expect([await withdrawn('deleted'), await withdrawn('kept')]).to.deep.equal([true, false]);
  });

  it('are not issued for a bucket without workspaces, or an id that is none', () => {
    for (const wrong of [{ bucket: 'repository' }, { depositId: '' }, { depositId: 'a/b' }, { depositId: '../x' }])
      expect(() => keys.issue({ ...grant, ...wrong })).to.throw('No keys can be made');
  });

  for (const id of ['', 'AKOWNER', 'MUNIMENT0123456789AB', 'MUNW', 'MUNW000000000000ffffffffdeposit', 'MUNW/../a'])
    it(`are not found under ${JSON.stringify(id)}`, () => expect(keys.find(id)).to.equal(null));

  it('are not found under an id with anything before or behind it', () => {
    const { accessKeyId } = keys.issue(grant);
    for (const text of [`${accessKeyId}/`, `${accessKeyId}\n`, ` ${accessKeyId}`, `${accessKeyId}A`])
      expect(keys.find(text), JSON.stringify(text)).to.equal(null);
  });

  describe('never open anything outside of it, whatever is asked for', () => {
    const credential = keys.find(keys.issue(grant).accessKeyId)!;
    const prefix = 'deposits/g7f7bycq5jtt/';
    /** Texts that come close to the prefix, and texts of any kind. */
    const near = fc
      .tuple(fc.nat({ max: prefix.length }), fc.string({ unit: 'binary', maxLength: 12 }))
      .map(([length, rest]) => prefix.slice(0, length) + rest);
    const segments = fc
      .array(
        fc.constantFrom('deposits', 'g7f7bycq5jtt', 'g7f7bycq5jt', 'G7F7BYCQ5JTT', '..', '.', '', 'objects', '%2e%2e'),
      )
      .map((names) => names.join('/'));
    const asked = fc.oneof(near, segments, fc.string({ unit: 'binary' }));
    const access = fc.constantFrom('read', 'write' as const);

    it('by the key of an object or the prefix of a listing', () => {
      fc.assert(
        fc.property(access, asked, (how, text) => credential.may(how, 'workspace', text) === text.startsWith(prefix)),
        { numRuns: atDepth(2_000) },
      );
    });

    it('in another bucket, even at the same key', () => {
      const bucket = fc.oneof(fc.constantFrom('client-workspace', 'repository', 'Workspace', ''), fc.string());
      fc.assert(
        fc.property(access, bucket, asked, (how, name, text) => {
          fc.pre(name !== 'workspace');
          return !credential.may(how, name, `${prefix}${text}`) && !credential.may(how, name, null);
        }),
      );
    });

    it('of a deposit whose id begins alike', () => {
      const id = fc.string({ unit: fc.constantFrom('a', 'b', 'g', 'z', '2', '9'), minLength: 1, maxLength: 20 });
      fc.assert(
        fc.property(id, id, (one, other) => {
          fc.pre(one !== other);
          const found = keys.find(keys.issue({ ...grant, depositId: one }).accessKeyId)!;
          return !found.may('read', 'workspace', `deposits/${other}/objects/a`);
        }),
      );
    });
  });
});
