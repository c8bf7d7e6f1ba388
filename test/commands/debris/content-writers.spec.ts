import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import { contentBegunBy, contentWriters } from '../../../commands/debris/content-writers.js';
import type { AdoptedVersion, ArchivalGroupFact } from '../../../events/archival-group.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import type { EventStore } from '../../../events/store.js';
import { memoryEvents } from '../../support/command-bench.js';
import { countReads } from '../../support/count-reads.js';
import { PLAIN_METADATA } from '../../support/plain-metadata.js';

const path = 'letters/1911';
const at = '2026-05-04T12:00:00.0000000Z';
const schemas = new Map(catalogue.map(({ type, schema }) => [type, schema]));

const admitted = (jobId: string): ArchivalGroupFact =>
  ({ type: 'ImportAdmitted', data: { path, jobId, by: 'ann', at } }) as ArchivalGroupFact;
const begun = (jobId: string, version: number, folder = `v${version}/content`): ArchivalGroupFact => ({
  type: 'ImportContentBegun',
  data: { path, jobId, epoch: 1, version, folder, at },
});
const abandoned = (jobId: string): ArchivalGroupFact => ({
  type: 'ImportAbandoned',
  data: { path, jobId, epoch: 1, errors: [], at },
});
const published = (jobId: string, version: number): ArchivalGroupFact => ({
  type: 'VersionPublished',
  data: { path, jobId, version, at },
});
const adopted = (version: number): ArchivalGroupFact => ({
  type: 'VersionAdopted',
  data: { path, version, at } as AdoptedVersion & { path: string; at: string },
});

describe('the jobs that have begun content of a version', () => {
  let events: EventStore;
  beforeEach(() => {
    events = memoryEvents();
  });
  const given = async (...facts: readonly ArchivalGroupFact[]): Promise<void> => {
    let revision: bigint | 'none' = 'none';
    for (const fact of facts) {
      const metadata = { ...PLAIN_METADATA, schema: schemas.get(fact.type) ?? 0 };
      ({ revision } = await events.append(ledgerStream(path), [{ ...fact, id: randomUUID(), metadata }], revision));
    }
  };

  it('are told with their folders, and how they have ended', async () => {
    await given(
      ...[admitted('a'), begun('a', 1), abandoned('a')],
      ...[admitted('b'), begun('b', 1, 'v1/content/b'), published('b', 1)],
      ...[admitted('c'), begun('c', 2)],
    );
    expect(await contentWriters(events, path, 1)).to.deep.equal([
      { jobId: 'a', version: 1, folder: 'v1/content', state: 'abandoned' },
      { jobId: 'b', version: 1, folder: 'v1/content/b', state: 'published' },
    ]);
    expect(await contentWriters(events, path, 2)).to.deep.equal([
      { jobId: 'c', version: 2, folder: 'v2/content', state: 'live' },
    ]);
    expect(await contentWriters(events, path, 3)).to.deep.equal([]);
  });

  it('count also where the version was adopted after them', async () => {
    await given(admitted('a'), begun('a', 1), abandoned('a'), adopted(1), adopted(2));
    expect(await contentWriters(events, path, 1)).to.deep.equal([
      { jobId: 'a', version: 1, folder: 'v1/content', state: 'abandoned' },
    ]);
    expect(await contentWriters(events, path, 2)).to.deep.equal([]);
  });

  it('are found by their ids', async () => {
    await given(admitted('a'), begun('a', 1), published('a', 1), admitted('b'), abandoned('b'));
    expect(await contentBegunBy(events, path, 'a')).to.equal(1);
    expect(await contentBegunBy(events, path, 'b')).to.equal(null);
    expect(await contentBegunBy(events, path, 'c')).to.equal(null);
  });

  it('are found without reading the versions before', async () => {
    const versions = Array.from({ length: 50 }, (_, index) => index + 1);
    await given(
      ...versions.flatMap((version) => [
        ...[admitted(`j${version}`), begun(`j${version}`, version), published(`j${version}`, version)],
      ]),
    );
    const counted = countReads(events);
    expect(await contentWriters(counted.events, path, 50)).to.have.length(1);
    expect(await contentBegunBy(counted.events, path, 'j50')).to.equal(50);
    expect(counted.read()).to.be.below(10);
  });
});
