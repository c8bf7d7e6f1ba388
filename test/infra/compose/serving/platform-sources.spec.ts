import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { readConfig, type Config } from '../../../../infra/config/config.js';
import type { DataFolder } from '../../../../infra/embedded/data-folder.js';
import { openDocumentStore } from '../../../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../../../infra/embedded/event-store/event-store.js';
import { platformSources } from '../../../../infra/compose/serving/platform-sources.js';
import { countedViews } from '../../../../projections/read-models.js';
import { createCodec } from '../../../../events/codec/codec.js';
import { catalogue } from '../../../../events/codec/catalogue.js';

const folder = { path: tmpdir() } as DataFolder;

const sourcesOf = (config: Config, of: DataFolder | null = folder) =>
  platformSources({
    config,
    folder: of,
    documents: openDocumentStore(':memory:'),
    events: openEventStore(':memory:', createCodec(catalogue)),
    now: () => new Date('2026-05-01T12:00:00Z'),
    stores: { engine: null },
    search: { states: () => Promise.resolve([]) },
    s3: null,
  });

const open = readConfig({ MUNIMENT_DATA: tmpdir() });
const closed = readConfig({
  ...{ MUNIMENT_DATA: tmpdir(), MUNIMENT_DISABLE_AUTH: 'false' },
  ...{ MUNIMENT_AUTH_ISSUER: 'https://id.example', MUNIMENT_AUTH_AUDIENCE: 'archive' },
});

describe('what a process tells of the platform', () => {
  it('has the path of the data folder while nobody identifies themselves, and not otherwise', () => {
    expect(sourcesOf(open).dataFolder).to.equal(tmpdir());
    expect(sourcesOf(closed).dataFolder).to.equal(null);
    expect(sourcesOf(open, null).dataFolder).to.equal(null);
  });

  it('has the room of the disk with the data folder, where there is one', async () => {
    const { freeBytes, totalBytes } = await sourcesOf(closed).readDisk!();
    expect(freeBytes).to.be.within(0, totalBytes);
    expect(sourcesOf(closed, null).readDisk).to.equal(null);
  });

  it('has the state of every read model, also before there are any', async () => {
    const states = await sourcesOf(open).readViewStates();
    expect(states.map(({ name }) => name)).to.deep.equal(countedViews.map(({ name }) => name));
    expect(states.every(({ isComplete }) => !isComplete)).to.equal(true);
  });

  it('does not know what workspaces hold on a server', () => {
    expect(sourcesOf(open).workspaceTotals).to.equal(null);
  });
});
