import { expect } from 'chai';
import { findFilesThere } from '../../../gateways/preservation/search/find-files-there.js';
import { searchFiles } from '../../../gateways/files/search-files.js';
import type { Call } from '../../../gateways/http/route.js';
import { askStorageServiceAt } from '../../../infra/storage-service/ask-storage-service.js';
import { sha256Of } from '../../support/sha256.js';
import { ask, newContainer } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { preserveVersions } from '../preserved-versions.js';

describe('the search for files', () => {
  const live = liveServices();
  let box = '';
  const bytes = 'found by every service';

  before(async () => {
    box = await newContainer(live);
    const files = { 'objects/a #1.txt': { text: bytes }, 'objects/b.txt': { text: bytes } };
    await preserveVersions(live, box, { path: 'g', name: 'G', versions: [{ agent: 'ada', message: null, files }] });
  });

  const call = (query: object): Call =>
    ({ query: { limit: 100, ...query }, holder: '', header: () => undefined, correlationId: 'c' }) as unknown as Call;
  const expected = () =>
    ['objects/b.txt', 'objects/a #1.txt'].map((stored) => ({ group: `${box}/g`, stored, version: 1 }));
  const sorted = (files: unknown): unknown =>
    [...(files as { stored: string }[])].sort((a, b) => (a.stored < b.stored ? 1 : -1));

  it('is answered alike by both services', async () => {
    for (const base of [live.preservation, live.storage]) {
      const { status, body } = await ask(
        'GET',
        `${base}/search/files?text=${box}&digest=${sha256Of(bytes).toUpperCase()}`,
      );
      expect([status, sorted(body['files'])]).to.deep.equal([200, expected()]);
    }
  });

  it('comes page by page', async () => {
    const first = await ask('GET', `${live.preservation}/search/files?text=${box}/g/objects&limit=1`);
    const next = String(first.body['next']);
    const second = await ask('GET', `${live.preservation}/search/files?text=${box}/g/objects&limit=1&after=${next}`);
    const both = [first, second].flatMap(({ body }) => body['files'] as object[]);
    expect(sorted(both)).to.deep.equal(expected());
  });

  for (const query of [
    '',
    'limit=10',
    'digest=12',
    'since=yesterday',
    'since=2016-12-31T23:59:60Z',
    'since=9999-12-31T23:59:59-23:59',
    'text=a&limit=1001',
  ])
    it(`is refused with ${query || 'nothing to look for'}`, async () => {
      expect((await ask('GET', `${live.preservation}/search/files?${query}`)).status).to.equal(400);
    });

  it('is made by the storage service where the process has no index', async () => {
    const there = searchFiles(findFilesThere(askStorageServiceAt(() => live.storage)));
    const { content } = await there.handle(call({ text: `${box}/g`, digest: sha256Of(bytes) }));
    const value = content?.kind === 'json' ? (content.value as { files: unknown }) : { files: [] };
    expect(sorted(value.files)).to.deep.equal(expected());
  });

  it('can be repeated where the storage service does not answer', async () => {
    const there = searchFiles(findFilesThere(() => Promise.reject(new Error('away'))));
    const fault: unknown = await there.handle(call({ text: 'a' })).catch((error: unknown) => error);
    expect(fault).to.deep.include({ code: 'storage-service-unavailable', transient: true });
  });
});
