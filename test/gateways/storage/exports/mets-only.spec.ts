import { expect } from 'chai';
import { ask, fresh, newContainer, newGroup, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestExport, uriOf } from './request-export.js';

describe('POST /exportMetsOnly (storage service 2.1, 3, 4.1)', () => {
  const live = liveServices();

  const metsOnly = (path: string, request: object = {}): Promise<Reply> =>
    ask('POST', `${live.storage}/exportMetsOnly`, {
      archivalGroup: uriOf(live, path),
      destination: `s3://${live.places.workspaceBucket}/exports/${fresh('mets')}`,
      ...request,
    });

  it('answers 200 with the finished export of the METS files, without an id', async () => {
    const { path } = await newGroup({ 'objects/a.xml': 'a', 'objects/METS-old.XML': 'b', 'objects/mets.txt': 'c' });
    const { status, body } = await metsOnly(path);
    expect(status).to.equal(200);
    expect(body).not.to.have.property('id');
    const to = `${String(body['destination'])}/`;
    expect((body['files'] as string[]).map((uri) => uri.slice(to.length))).to.deep.equal([
      'mets.xml',
      'objects/METS-old.XML',
    ]);
    expect(body).to.deep.include({ sourceVersion: 'v1', errors: [] });
    expect(body['dateFinished']).to.be.a('string');
  });

  const refusals: readonly [string, object, string][] = [
    ['without an archival group', { archivalGroup: undefined }, 'archivalGroup names the Archival Group to export.'],
    ['without a destination', { destination: undefined }, 'destination'],
    ['into a place that is not allowed', { destination: 's3://other/x' }, 'not among the destinations'],
    ['of what is no version', { sourceVersion: 'newest' }, "'newest' is neither an OCFL version"],
  ];
  for (const [what, request, detail] of refusals)
    it(`answers 400 ${what}, as POST /export does`, async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      for (const reply of [await metsOnly(path, request), await requestExport(live, path, request)]) {
        expect(reply.status, reply.text).to.equal(400);
        expect(reply.body['detail']).to.include(detail);
      }
    });

  it('is no obstacle for an export, and an export none for it', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    expect((await requestExport(live, path)).status).to.equal(201);
    expect((await metsOnly(path)).status).to.equal(200);
    await live.settle();
  });

  it('answers 409 at once for a version that the storage map does not resolve to', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const { status, body } = await metsOnly(path, { sourceVersion: 'v3' });
    expect(status).to.equal(409);
    expect(body['detail']).to.equal('Storage map version v1 does not match requested version v3.');
  });

  it('answers 404 where there is no archival group', async () => {
    expect((await metsOnly(`${await newContainer(live)}/none`)).status).to.equal(404);
  });
});
