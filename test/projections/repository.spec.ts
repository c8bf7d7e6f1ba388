import { expect } from 'chai';
import type { RecordedFact } from '../../events/envelope.js';
import { repository, type ResourceDocument } from '../../projections/repository/repository.js';

type RepositoryFact = Parameters<typeof repository.touches>[0];

const shownAfter = (
  ...facts: readonly Pick<RepositoryFact, 'type' | 'data'>[]
): Map<string, ResourceDocument | null> => {
  const documents = new Map<string, ResourceDocument | null>();
  for (const fact of facts) {
    for (const { key, apply } of repository.touches(fact as RecordedFact<never>)) {
      documents.set(key, apply(documents.get(key) ?? null));
    }
  }
  return documents;
};

const at = '2026-01-01T00:00:00.0000000Z';
const reserved = (kind: 'container' | 'archivalGroup') => ({
  type: 'ChildReserved' as const,
  data: { path: 'letters', name: '1911', kind, displayName: 'Year 1911', jobId: null, by: 'ada', at },
});
const decided = (version: number, name: string, by: string) =>
  ({
    type: 'VersionCommitDecided',
    data: { path: 'letters/1911', version, created: `2026-01-0${version}T00:00:00.0000000Z`, name, by },
  }) as Pick<RepositoryFact, 'type' | 'data'>;
const published = (version: number) => ({
  type: 'VersionPublished' as const,
  data: { path: 'letters/1911', version, jobId: 'j', at },
});

const adopted = (version: number, name: string, by: string | null) =>
  ({
    type: 'VersionAdopted',
    data: { path: 'letters/1911', version, created: `2020-01-0${version}T00:00:00.000Z`, name, by, at },
  }) as Pick<RepositoryFact, 'type' | 'data'>;

describe('the view of the repository', () => {
  it('shows an adopted version at once, with its own date and user', () => {
    const documents = shownAfter(adopted(1, 'Letters', null), adopted(2, 'Letters of 1911', 'bob'));
    expect(documents.get('letters/1911')).to.deep.include({
      parent: 'letters',
      kind: 'archivalGroup',
      head: 2,
      displayName: 'Letters of 1911',
      created: '2020-01-01T00:00:00.000Z',
      createdBy: null,
      lastModified: '2020-01-02T00:00:00.000Z',
      lastModifiedBy: 'bob',
      shown: true,
      coming: null,
    });
  });

  it('shows a container from its reservation on', () =>
    expect(shownAfter(reserved('container')).get('letters/1911')).to.deep.include({
      parent: 'letters',
      kind: 'container',
      displayName: 'Year 1911',
      createdBy: 'ada',
      shown: true,
    }));

  const removed = (type: 'ChildTombstoned' | 'ChildPurged') => ({
    type,
    data: { path: 'letters', name: '1911', by: 'bob', at: '2026-02-02T00:00:00.0000000Z' },
  });

  it('keeps the tombstone of a deleted container, which it does not show', () =>
    expect(shownAfter(reserved('container'), removed('ChildTombstoned')).get('letters/1911')).to.deep.include({
      shown: false,
      tombstone: true,
      createdBy: 'ada',
      lastModifiedBy: 'bob',
    }));

  it('has nothing of a purged container, and shows the next one, or a group, in its place', () => {
    const past = [reserved('container'), removed('ChildTombstoned'), removed('ChildPurged')];
    expect(shownAfter(...past).get('letters/1911')).to.equal(null);
    expect(shownAfter(...past, reserved('container')).get('letters/1911')).to.deep.include({
      shown: true,
      tombstone: false,
      lastModifiedBy: 'ada',
    });
    expect(shownAfter(...past, decided(1, 'Letters', 'eve'), published(1)).get('letters/1911')).to.deep.include({
      kind: 'archivalGroup',
      shown: true,
      createdBy: 'eve',
    });
  });

  it('hides an archival group until its first version is published', () => {
    expect(shownAfter(reserved('archivalGroup')).get('letters/1911')).to.deep.include({ shown: false, head: null });
    const decidedOnly = shownAfter(reserved('archivalGroup'), decided(1, 'Letters', 'ada'));
    expect(decidedOnly.get('letters/1911')).to.deep.include({ shown: false, head: null });
  });

  it('forgets an archival group whose reservation is released, but not for another job', () => {
    const released = (jobId: string | null) => ({
      type: 'ChildReservationReleased' as const,
      data: { path: 'letters', name: '1911', jobId, at: '2026-02-02T00:00:00.0000000Z' },
    });
    expect(shownAfter(reserved('archivalGroup'), released(null)).get('letters/1911')).to.equal(null);
    expect(shownAfter(reserved('archivalGroup'), released('other')).get('letters/1911')).not.to.equal(null);
  });

  it('shows the newest published version, with the creator of the first and the modifier of the last', () => {
    const documents = shownAfter(
      decided(1, 'Letters', 'ada'),
      published(1),
      decided(2, 'Letters of 1911', 'bob'),
      published(2),
      decided(3, 'Not yet', 'eve'),
    );
    expect(documents.get('letters/1911')).to.deep.include({
      head: 2,
      displayName: 'Letters of 1911',
      created: '2026-01-01T00:00:00.0000000Z',
      createdBy: 'ada',
      lastModified: '2026-01-02T00:00:00.0000000Z',
      lastModifiedBy: 'bob',
      shown: true,
    });
  });
});
