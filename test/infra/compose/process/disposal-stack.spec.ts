import { expect } from 'chai';
import { DisposalStack } from '../../../../infra/compose/process/disposal-stack.js';

describe('the parts of a process', () => {
  it('are closed in the reverse of their order, whatever fails on the way, and all failures are told', async () => {
    const parts = new DisposalStack();
    const closed: string[] = [];
    const close = (name: string): Promise<void> => Promise.resolve(void closed.push(name));
    parts.keep('first', 'first', close);
    parts.keep('throws at once', 0, () => {
      throw new Error('at once');
    });
    parts.keep('rejects', 0, () => Promise.reject(new Error('later')));
    parts.keep('last', 'last', close);
    const failure = await parts.close().catch((error: unknown) => error as AggregateError);
    expect(closed).to.deep.equal(['last', 'first']);
    expect(failure?.errors.map(String)).to.deep.equal([
      'Error: rejects did not close',
      'Error: throws at once did not close',
    ]);
  });

  it('are closed once', async () => {
    const parts = new DisposalStack();
    let times = 0;
    parts.keep('part', 0, () => {
      times++;
      return Promise.resolve();
    });
    await Promise.all([parts.close(), parts.close()]);
    expect(times).to.equal(1);
  });
});
