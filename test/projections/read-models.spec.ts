import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { buildProgressIn } from '../../projections/view-incomplete.js';
import { openProjectors, openReadModels } from '../../projections/read-models.js';
import { PLAIN_METADATA } from '../support/plain-metadata.js';
import { alone } from '../support/alone.js';

const at = '2026-01-01T00:00:00.0000000Z';
const reserved = {
  type: 'ChildReserved',
  data: { path: '', name: 'letters', kind: 'container', displayName: 'Letters', jobId: null, by: 'ada', at },
  id: randomUUID(),
  metadata: PLAIN_METADATA,
};

describe('the read models', () => {
  it('are read in one process and kept in another', async () => {
    const events = openEventStore(':memory:', createCodec(catalogue));
    const documents = openDocumentStore(':memory:');
    const models = openReadModels(documents);
    const { position } = await events.append('container-root', [reserved], 'none');
    expect(await models.reached(position!, 1)).to.equal(false);
    const early: unknown = await models.repository
      .children('', { after: null, limit: 10 })
      .catch((fault: unknown) => fault);
    expect(buildProgressIn(early)).to.deep.include({ view: 'repository', end: null });
    expect((await models.building()).map(({ view }) => view)).to.deep.equal([
      'jobs',
      'deposits',
      'agents',
      'archivable-deposits',
    ]);
    const projector = openProjectors({ events, documents, liveness: alone() });
    expect(await models.reached(position!, 5_000)).to.equal(true);
    expect(await models.complete(5_000)).to.equal(true);
    expect(await models.building()).to.deep.equal([]);
    expect(await models.repository.resource('letters')).to.deep.include({ displayName: 'Letters' });
    expect(await projector.readModels.reached(position!, 5_000)).to.equal(true);
    expect((await models.jobs.page({ filter: {}, skip: 0, limit: 1 })).jobs).to.deep.equal([]);
    expect(projector.projectors.filter((view) => !view.active())).to.deep.equal([]);
    await projector.close();
    await models.close();
    await events.close();
    await documents.close();
  });
});
