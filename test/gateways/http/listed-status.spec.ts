import { expect } from 'chai';
import { checkStatusesOf, requireListedStatus, unlistedStatus } from '../../support/http/listed-status.js';

describe('the check of every status that a service answers in a test', () => {
  it('finds what an operation does not list, whatever default describes', () => {
    expect(unlistedStatus('preservation', 'PUT', '/repository', 418)).to.equal(
      'PUT /repository was answered with 418, which the document of the preservation service does not list',
    );
    expect(unlistedStatus('storage', 'GET', '/content/a%2Fb', 410)).to.contain('410');
  });

  it('finds nothing in what it lists, in faults of the service, and where there is no operation', () => {
    for (const [method, path, status] of [
      ['GET', '/Repository/a/b', 404],
      ['HEAD', '/deposits/d1', 200],
      ['POST', '/deposits', 503],
      ['PATCH', '/repository/a', 405],
      ['GET', '/nowhere', 404],
    ] as const)
      expect(unlistedStatus('preservation', method, path, status)).to.equal(null);
    expect(unlistedStatus('preservation', 'GET', '/nowhere', 200)).to.contain('200');
    expect(unlistedStatus('preservation', 'GET', '/health', 500)).to.contain('500');
  });

  it('is of each service by its own document', () => {
    checkStatusesOf({ preservation: 'http://p.example:1', storage: 'http://s.example:1' });
    requireListedStatus('GET', 'http://p.example:1/deposits/d1?x=1', 200);
    expect(() => requireListedStatus('GET', 'http://s.example:1/deposits/d1', 200)).to.throw('the storage service');
  });
});
