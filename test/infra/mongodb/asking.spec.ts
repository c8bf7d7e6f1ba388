import { expect } from 'chai';
import { MongoNetworkError } from 'mongodb';
import { asking } from '../../../infra/mongodb/asking.js';

const outcomeOf = (error: Error): Promise<unknown> =>
  asking(5_000)(() => Promise.reject(error)).then(
    () => 'an answer',
    (fault: unknown) => fault,
  );

describe('a request to MongoDB', () => {
  it('fails with a fault that may pass when the connection breaks, in words of the driver', async () => {
    expect(await outcomeOf(new MongoNetworkError('connection closed'))).to.include({
      code: 'store-unavailable',
      transient: true,
    });
  });

  it('fails so, too, when the driver hands on what the operating system said', async () => {
    for (const code of ['EPIPE', 'ECONNRESET']) {
      const error = Object.assign(new Error(`write ${code}`), { code, errno: -32, syscall: 'write' });
      expect(await outcomeOf(error)).to.include({ code: 'store-unavailable', transient: true, cause: error });
    }
  });

  it('hands on what is wrong with our own code', async () => {
    const error = new TypeError('that is no function');
    expect(await outcomeOf(error)).to.equal(error);
  });
});
