import { expect } from 'chai';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
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

  it('fails so, too, when Node says by itself that the other end has left', async () => {
    const server = createServer((socket) => socket.resume().end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(socket, 'end');
    const destroyed = new PassThrough();
    destroyed.destroy();
    for (const stream of [socket, destroyed]) {
      const error = await new Promise<Error>((resolve) => {
        stream.on('error', resolve);
        stream.write('a request', (fault) => {
          if (fault) resolve(fault);
        });
      });
      expect(await outcomeOf(error), error.message).to.include({ code: 'store-unavailable', cause: error });
    }
    server.close();
  });

  it('hands on what is wrong with our own code', async () => {
    const error = new TypeError('that is no function');
    expect(await outcomeOf(error)).to.equal(error);
  });
});
