import { expect } from 'chai';
import { parseServerUsers, readServerUsers, ServerUsersFault } from '../../../../infra/config/rights/server-users.js';

const parsed = (entries: unknown) => parseServerUsers(JSON.stringify(entries), 'users.json');

describe('the file of users of servers', () => {
  it('names users with their roles and passwords', () => {
    const password = 'only-for-trying';
    expect(parsed({ 'muniment-work': { roles: ['pipeline', 'importer'], password } })).to.deep.equal([
      { name: 'muniment-work', roles: ['importer', 'pipeline'], password },
    ]);
  });

  const password = 'only-for-trying';
  for (const [what, entries, why] of [
    ['no object', [], 'is not a JSON object of users'],
    ['no users', {}, 'is not a JSON object of users'],
    ['a name that servers may not take', { 'A b': { roles: ['relay'], password } }, '"A b" is not 3 to 60'],
    ['an unknown role', { relay: { roles: ['reply'], password } }, 'relay has no list of roles'],
    ['no roles', { relay: { roles: [], password } }, 'relay has no list of roles'],
    ['a short password', { relay: { roles: ['relay'], password: 'short' } }, 'no password of at least 8'],
    ['another property', { relay: { roles: ['relay'], password, secret: '' } }, 'an unknown property, secret'],
  ] as const)
    it(`is refused with ${what}, and says so`, () => {
      expect(() => parsed(entries)).to.throw(ServerUsersFault, why);
    });

  it('is refused where it is not JSON, or not there', () => {
    expect(() => parseServerUsers('{', 'users.json')).to.throw(ServerUsersFault, 'users.json cannot be used');
    expect(() => readServerUsers('/nowhere/users.json')).to.throw(ServerUsersFault, 'cannot be read');
  });
});
