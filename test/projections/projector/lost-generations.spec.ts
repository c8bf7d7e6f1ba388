import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import type { RegisteredGeneration } from '../../../projections/documents.js';
import { lostGenerations } from '../../../projections/projector/lost-generations.js';
import { openedForEach } from '../../support/platform/opened.js';

const shape = { name: 'letters', indexes: [], queries: {} };
const kept: RegisteredGeneration = {
  number: 1,
  version: 1,
  position: '1'.padStart(20, '0') as Position,
  rebuildRequests: 0,
};

describe('the lost generations of a view', () => {
  const store = openedForEach(() => openDocumentStore(':memory:'));

  const lost = async (generation: RegisteredGeneration, live = 1): Promise<number[]> => {
    const { lease } = await store.register('letters');
    const register = { lease, live, generations: [generation], rebuildRequests: 0 };
    return (await lostGenerations(store, { shape, version: 1 }, register)).map(({ number }) => number);
  };

  it('have a checkpoint, and lack their documents', async () => {
    expect(await lost(kept)).to.deep.equal([1]);
    await store.prepare(shape, kept);
    expect(await lost(kept)).to.deep.equal([]);
  });

  it('are not those that are only begun, or retired, or of other code', async () => {
    expect(await lost({ ...kept, position: null })).to.deep.equal([]);
    expect(await lost(kept, 2)).to.deep.equal([]);
    expect(await lost({ ...kept, version: 2 })).to.deep.equal([]);
  });
});
