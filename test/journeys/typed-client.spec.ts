import { expect } from 'chai';
import { ApiFault } from '../../clients/api/api-fault.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import { preservationService, storageService, type StorageService } from '../../clients/api/typed-service.js';
import { digestBytes } from '../../formats/digests/digested.js';
import { startTestPlatform } from '../support/platform/test-platform.js';
import { until } from '../support/scheduling/until.js';
import { openedOnce } from '../support/platform/opened.js';

const GROUP = 'typed/letters 1911';
const PAGE = 'objects/page #1.txt';

describe('the typed client of both services', () => {
  const platform = openedOnce(startTestPlatform, (each) => each.remove());
  let storage: StorageService;
  before(() => {
    storage = storageService(platform.ready.storage);
  });

  const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it('imports a file by the storage service, and reads the bytes back as a stream', async () => {
    const preservation = preservationService(platform.ready.preservation);
    await preservation.PUT('/repository/{path}', {
      params: { path: { path: 'typed' }, header: { 'Idempotency-Key': 'typed' } },
      body: { name: 'Typed' },
    });
    const bucket = platform.ready.s3.workspaceBucket;
    await platform.s3.put({ bucket, key: 'typed/page' }, Buffer.from('hello world'), {});
    const archivalGroup = `${platform.ready.storage}/repository/${escapePath(GROUP)}`;
    const { data: job } = await storage.POST('/import', {
      body: {
        archivalGroup,
        archivalGroupName: 'Letters of 1911',
        lastModifiedBy: `${platform.ready.storage}/agents/typist`,
        binariesToAdd: [
          {
            id: `${archivalGroup}/${escapePath(PAGE)}`,
            origin: `s3://${bucket}/typed/page`,
            name: 'Page 1',
            contentType: 'text/plain',
            digest: digestBytes('hello world').sha256,
          },
        ],
        containersToAdd: [{ id: `${archivalGroup}/objects`, name: 'objects' }],
      },
    });
    const [, jobId = ''] = /\/import\/results\/([^/]+)/.exec(job?.id ?? '') ?? [];
    const params = { path: { jobId, path: escapePath(GROUP) } };
    let ended: unknown = undefined;
    await until('the import has ended', async () => {
      const { data } = await storage.GET('/import/results/{jobId}/{path}', { params });
      ended = data?.errors?.map(({ message }) => message);
      return data?.status.startsWith('completed') === true;
    });
    expect(ended, 'errors').to.equal(undefined);
    const path = escapePath(`${GROUP}/${PAGE}`);
    const { data, response } = await storage.GET('/content/{path}', {
      params: { path: { path }, header: { Range: 'bytes=0-4' } },
      parseAs: 'stream',
    });
    expect([response.status, await new Response(data).text()]).to.deep.equal([206, 'hello']);
  });

  it('rejects with the problem, whatever the operation', async () => {
    const params = { path: { path: 'nothing/here' } };
    for (const asked of [
      storage.GET('/content/{path}', { params }),
      storage.DELETE('/repository/{path}', { params }),
    ]) {
      const fault = await faultOf(asked);
      expect(fault).to.be.instanceOf(ApiFault).and.to.include({ status: 404, transient: false });
      expect((fault as ApiFault).detail).to.be.a('string');
    }
  });
});
