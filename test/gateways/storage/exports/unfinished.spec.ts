import { expect } from 'chai';
import { ask, fresh, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestExport, uriOf } from './request-export.js';

describe('exports of the storage service (storage service 2.1, 3, 4.1)', () => {
  const live = liveServices();

  it('answers 201 with the export, queued: an id, no dates, no files, errors null', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const destination = `s3://${live.places.workspaceBucket}/exports/${fresh('queued')}`;
    const created = '2026-01-01T00:00:00Z';
    const { status, headers, body } = await requestExport(live, path, { destination: `${destination}/`, created });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(body.id);
    expect(body.id).to.match(/\/export\/[a-z][a-z0-9]{11}$/);
    expect(Object.keys(body).join(' ')).to.equal(
      'id type files created createdBy lastModified lastModifiedBy archivalGroup destination dateBegun dateFinished ' +
        'sourceVersion errors',
    );
    expect(body).to.deep.include({
      type: 'Export',
      files: [],
      created,
      createdBy: null,
      archivalGroup: uriOf(live, path),
      destination,
      dateFinished: null,
      sourceVersion: 'v1',
      errors: null,
    });
  });

  it('is queued until a worker begins it: no dates, no files, errors null', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    try {
      const { body } = await requestExport(live, path);
      const queued = { id: body.id, dateBegun: null, dateFinished: null, files: [], errors: null, sourceVersion: 'v1' };
      expect((await ask('GET', body.id)).body).to.deep.include(queued);
      const refused = await requestExport(live, path);
      const unfinished = `There is an unfinished export (${body.id.slice(-12)}) for Archival Group ${path}`;
      expect([refused.status, refused.body['detail']]).to.deep.equal([409, unfinished]);
      const archivalGroup = `${live.preservation}/repository/${path}`;
      const deposit = await ask('POST', `${live.preservation}/deposits/export`, { archivalGroup });
      expect([deposit.status, deposit.body['detail']]).to.deep.equal([409, unfinished]);
      // Neither a deposit nor anything else is left of what was refused.
      expect((await ask('POST', `${live.preservation}/deposits`, { archivalGroup })).status).to.equal(201);
    } finally {
      live.exports.letGo();
    }
    await live.settle();
  });

  it('is running once a worker has begun it: a date of the beginning alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exportEnds.hold();
    try {
      const { id } = (await requestExport(live, path)).body;
      let { body } = await ask('GET', id);
      while (body['dateBegun'] === null) ({ body } = await ask('GET', id));
      expect(body['dateBegun']).to.be.a('string');
      expect(body).to.deep.include({ dateFinished: null, errors: null, sourceVersion: 'v1' });
      expect((await requestExport(live, path)).status).to.equal(409);
    } finally {
      live.exportEnds.letGo();
    }
    await live.settle();
  });

  it('waits its turn in a burst of exports, of which none is lost', async () => {
    const BURST = 12;
    const groups = await Promise.all(Array.from({ length: BURST }, () => newGroup({ 'objects/a.txt': 'a' })));
    live.exports.hold();
    let ids: readonly string[];
    try {
      const posted = await Promise.all(groups.map(({ path }) => requestExport(live, path)));
      expect(posted.map(({ status }) => status)).to.deep.equal(groups.map(() => 201));
      ids = posted.map(({ body }) => body.id);
    } finally {
      live.exports.letGo();
    }
    await live.settle();
    for (const id of ids) {
      const { body } = await ask('GET', id);
      expect(body['dateFinished'], id).to.be.a('string');
      expect(body['files'], id).to.have.length(2);
      expect(body['errors'], id).to.deep.equal([]);
    }
  });

  it('answers 409 while an export of the group is unfinished', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => requestExport(live, path)));
    const made = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect(made.length + refused.length).to.equal(8);
    expect(made).not.to.have.length(0);
    for (const { body } of refused)
      expect(body['detail']).to.match(
        new RegExp(`^There is an unfinished export \\([a-z0-9]{12}\\) for Archival Group ${path}$`),
      );
    await live.settle();
  });
});
