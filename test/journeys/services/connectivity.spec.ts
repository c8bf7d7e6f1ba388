import type { IncomingMessage, RequestListener } from 'node:http';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Call, Route } from '../../../gateways/http/route.js';
import {
  checkStorageBucket,
  checkStorageService,
} from '../../../gateways/preservation/connectivity/check-storage-service.js';
import { checkWorkspaceBucket } from '../../../gateways/preservation/connectivity/check-workspace-bucket.js';
import { connectivityCheck, type ConnectivityCheck } from '../../../gateways/service/connectivity-check.js';
import { checkRepository, checkRepositoryBucket } from '../../../gateways/storage/check-repository.js';
import { askStorageServiceAt } from '../../../infra/storage-service/ask-storage-service.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { dependenciesOn, emptyBytes, memoryEvents, REPOSITORY, WORKSPACE } from '../../support/command-bench.js';
import { faulty } from '../../support/faults/faulty.js';
import { ask } from '../../gateways/conversation.js';
import { startedServices } from '../../gateways/live-services.js';
import { serve } from '../../gateways/service.js';
import { failureOf } from '../../support/failure-of.js';
import { keysIn } from '../../support/s3/keys-in.js';

const NAMES = {
  '/storage': 'Digital Preservation Back End',
  '/storage/check-s3': 'Preservation API Read S3',
  '/Storage/Check-Storage-S3': 'Storage API Read S3',
  '/repo': 'Digital Preservation Back End',
  '/storagecheck': 'Storage API Read S3',
};

/** The result of a check, asked for with these headers. */
const resultOf = async (route: Route, headers: Readonly<Record<string, string>> = {}): Promise<ConnectivityCheck> => {
  const call = { header: (name: string) => headers[name], correlationId: 'c1' };
  const { status, content } = await route.handle(call as Partial<Call> as Call);
  expect(status).to.equal(200);
  return (content as { readonly value: ConnectivityCheck }).value;
};

describe('the connectivity checks', () => {
  for (const [path, name] of Object.entries(NAMES))
    it(`succeed on a healthy platform: ${path}`, async () => {
      const live = await startedServices();
      const base = /^\/(repo|storagecheck)$/.test(path) ? live.storage : live.preservation;
      const { status, body } = await ask('GET', base + path);
      expect([status, body]).to.deep.equal([200, { name, success: true, error: null }]);
    });

  it('write nothing below the storage root', async () => {
    const live = await startedServices();
    const keys = async (): Promise<string[]> => {
      return keysIn(live.bytes, live.places.repository.bucket);
    };
    const before = await keys();
    for (const path of ['/storage', '/storage/check-storage-s3', '/storage/check-s3'])
      await ask('GET', live.preservation + path);
    expect(await keys()).to.deep.equal(before);
  });

  describe('of the bucket of workspaces', () => {
    const at = { bucket: WORKSPACE, key: 'checks/test.json' };

    it('make the test object where it is missing, and leave one that is there', async () => {
      const bytes = emptyBytes();
      const route = checkWorkspaceBucket(dependenciesOn(memoryEvents(), bytes));
      expect(await resultOf(route)).to.include({ success: true, error: null });
      expect((await (await bytes.get(at)).stream.toArray()).join('')).to.equal('{"test":"value"}');
      for (const content of ['mine', '']) {
        await bytes.put(at, Buffer.from(content));
        expect(await resultOf(route)).to.include({ success: true });
        expect((await bytes.head(at))?.size).to.equal(content.length);
      }
    });

    for (const method of ['get', 'put'])
      it(`fail with the reason, without a path of the server, where the store cannot ${method}`, async () => {
        const bytes = faulty(emptyBytes(), (call) => {
          if (call.method === method) throw new ByteStoreFault('store-denied', 'no rights to /srv/data/objects');
        });
        const route = checkWorkspaceBucket(dependenciesOn(memoryEvents(), bytes));
        expect(await resultOf(route)).to.deep.equal({
          name: 'Preservation API Read S3',
          success: false,
          error: 'no rights to objects',
        });
      });
  });

  describe('of the repository', () => {
    it('fail where there is no storage root, or another one', async () => {
      const bytes = emptyBytes();
      const dependencies = dependenciesOn(memoryEvents(), bytes);
      for (const route of [checkRepository(dependencies), checkRepositoryBucket(dependencies)]) {
        expect((await resultOf(route)).error).to.contain('0=ocfl_1.1');
        await bytes.put({ bucket: REPOSITORY, key: '0=ocfl_1.1' }, Buffer.from('ocfl_1.1\nand more'));
        expect((await resultOf(route)).error).to.contain('declares no OCFL storage root');
        await bytes.delete(REPOSITORY, ['0=ocfl_1.1']);
      }
    });

    it('fail where the log cannot be read, which the check of the bucket does not need', async () => {
      const bytes = emptyBytes();
      const events = faulty(memoryEvents(), ({ method }) => {
        if (method === 'head') throw new Error('no log');
      });
      const dependencies = dependenciesOn(events, bytes);
      await prepareRepository(dependencies);
      expect(await resultOf(checkRepository(dependencies))).to.include({ success: false, error: 'no log' });
      expect(await resultOf(checkRepositoryBucket(dependencies))).to.include({ success: true });
    });
  });

  describe('of the storage service', () => {
    const asking = async (
      listener: RequestListener,
      headers: Record<string, string> = {},
    ): Promise<ConnectivityCheck> => {
      const service = await serve(listener);
      const result = await resultOf(checkStorageBucket(askStorageServiceAt(() => service.base)), headers);
      await service.close();
      return result;
    };
    const answer =
      (status: number, body: string): RequestListener =>
      (_, response) =>
        void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);

    it('ask it as the caller', async () => {
      const got: IncomingMessage[] = [];
      const headers = { authorization: 'Bearer t', 'x-client-identity': 'ann', cookie: 'none of its business' };
      await asking((request, response) => {
        got.push(request);
        response.end('{}');
      }, headers);
      expect(got[0]?.url).to.equal('/storagecheck');
      expect(got[0]?.headers).to.include({
        authorization: 'Bearer t',
        'x-client-identity': 'ann',
        'x-correlation-id': 'c1',
      });
      expect(got[0]?.headers).not.to.have.property('cookie');
    });

    it('pass on what it tells of its bucket', async () => {
      const told = { name: 'Storage API Read S3', success: false, error: 'no bucket' };
      expect(await asking(answer(200, JSON.stringify(told)))).to.deep.equal(told);
    });

    const failures: readonly (readonly [string, RequestListener, RegExp])[] = [
      ['refuses the caller', answer(401, '{}'), /status 401/],
      ['redirects', answer(302, ''), /status 302/],
      ['fails', answer(500, ''), /status 500/],
      ['gives no JSON', answer(200, 'Healthy'), /another form/],
      ['gives another document', answer(200, '{"success":"yes"}'), /another form/],
      ['gives a document without end', answer(200, ' '.repeat(100_000)), /another form/],
      ['breaks off', (request) => void request.socket.destroy(), /cannot be reached/],
      [
        'breaks off within its answer',
        (request, response) => {
          response.writeHead(200, { 'content-length': '100' }).write('{');
          setImmediate(() => request.socket.destroy());
        },
        /broke off|cannot be reached/,
      ],
    ];
    for (const [what, listener, error] of failures)
      it(`fail where it ${what}`, async () => {
        const result = await asking(listener);
        expect(result.success).to.equal(false);
        expect(result.error).to.match(error);
      });

    it('fail where nothing is at its address', async () => {
      const gone = await serve(() => undefined);
      await gone.close();
      const route = checkStorageService(askStorageServiceAt(() => gone.base));
      const { success, error } = await resultOf(route);
      expect(success).to.equal(false);
      expect(error).to.equal(`The storage service cannot be reached at ${gone.base}/repo.`);
    });

    it('wait no longer than they may', async () => {
      const service = await serve(() => undefined);
      const fault: unknown = await failureOf(askStorageServiceAt(() => service.base)('/repo', {}, 50));
      expect((fault as Error).message).to.contain('did not answer within 50 ms');
      await service.close();
    });
  });

  it('fail in time where an attempt does not end, and begin no other until it has', async () => {
    let begun = 0;
    let end: () => void = () => undefined;
    const check = connectivityCheck(
      'x',
      () => {
        begun += 1;
        return new Promise((resolve) => (end = resolve));
      },
      20,
    );
    const results = await Promise.all([check(), check(), check()]);
    expect(results.map(({ success }) => success)).to.deep.equal([false, false, false]);
    expect(results[0].error).to.equal('There was no answer within 20 ms.');
    expect((await check()).success).to.equal(false);
    expect(begun).to.equal(1);
    const last = check();
    end();
    expect(await last).to.deep.equal({ name: 'x', success: true, error: null });
  });
});
