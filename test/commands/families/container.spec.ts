import { entryDecider } from '../../../commands/container/decider.js';
import type { EntryFact } from '../../../commands/container/evolve.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(entryDecider);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
/** The path b in the container a, which was reserved at revision 4. */
const path = 'a/b';
const child = { path: 'a', name: 'b' };
const place = { displayName: 'B', within: 4, ...ann };

const container: EntryFact = { type: 'ChildReserved', data: { ...child, kind: 'container', jobId: null, ...place } };
const group: EntryFact = { type: 'ChildReserved', data: { ...child, kind: 'archivalGroup', jobId: 'j1', ...place } };
const adopted: EntryFact = { ...group, data: { ...group.data, jobId: null } };
const created: EntryFact = { type: 'ContainerCreated', data: { path, displayName: 'B', ...ann } };
const confirmed: EntryFact = { type: 'ChildConfirmed', data: { ...child, jobId: 'j1', at } };
const released: EntryFact = { type: 'ChildReservationReleased', data: { ...child, jobId: 'j1', at } };
const givenUp: EntryFact = { type: 'ChildReservationReleased', data: { ...child, jobId: null, at } };
const closed: EntryFact = { type: 'ContainerClosed', data: { path, purge: false, request: 'd1', ...ann } };
const closedToPurge: EntryFact = { ...closed, data: { ...closed.data, purge: true } };
const reopened: EntryFact = { type: 'ContainerReopened', data: { path, ...ann } };
const deleted: EntryFact = { type: 'ContainerDeleted', data: { path, reservation: 0, purge: false, ...ann } };
const tombstoned: EntryFact = { type: 'ChildTombstoned', data: { ...child, ...ann } };
const purged: EntryFact = { type: 'ChildPurged', data: { ...child, ...ann } };
const tombstone = [container, created, closed, deleted, tombstoned];

const reserve = { type: 'ReserveChild', path, kind: 'container', jobId: null, ...place } as const;
const reserveGroup = { ...reserve, kind: 'archivalGroup', jobId: 'j1' } as const;
const adopt = { ...reserveGroup, jobId: null } as const;
const create = { type: 'CreateContainer', path, reservation: 0, ...ann } as const;
const giveUp = { ...create, type: 'GiveUpReservation' } as const;
const confirm = { type: 'ConfirmChild', path, jobId: 'j1', ...ann } as const;
const release = { ...confirm, type: 'ReleaseChild' } as const;
const close = { type: 'CloseContainer', path, reservation: 0, purge: false, request: 'd1', ...ann } as const;
const remove = { type: 'DeleteContainer', path, closing: 2, ...ann } as const;
const reopen = { ...remove, type: 'ReopenContainer' } as const;
const purge = { type: 'PurgeTombstone', path, reservation: 0, ...ann } as const;

describe('the entry of a path', () => {
  it('takes it while it is free', () => given().when(reserve).then(container));
  it('keeps it for what took it', () => {
    given(container, created)
      .when(reserve)
      .thenRefused('resource-exists', 'Resource already exists at a/b (Container)');
    given(group).when(reserve).thenRefused('resource-exists', 'Resource already exists at a/b (ArchivalGroup)');
  });
  it('is taken once by one import, and not by two', () => {
    given(group).when(reserveGroup).thenNothing();
    given(group)
      .when({ ...reserveGroup, jobId: 'j2' })
      .thenRefused('resource-exists');
  });
  it('is confirmed by the import that took it, and stays', () => {
    given(group).when(confirm).then(confirmed);
    given(group, confirmed).when(release).thenNothing();
  });
  it('is free again when that import ends, which never takes it again', () => {
    given(group, released).when(reserve).then(container);
    given(released).when(reserveGroup).thenRefused('import-not-live');
  });
  it('is taken by a group that is adopted, and confirmed by its adoption', () => {
    given().when(adopt).then(adopted);
    given(adopted)
      .when({ ...confirm, jobId: null })
      .then({ ...confirmed, data: { ...child, jobId: null, at } });
  });
  it('does not change for an adoption where the group exists, or was being adopted', () => {
    for (const past of [[adopted], [group, confirmed]])
      given(...past)
        .when(adopt)
        .thenNothing();
  });
  it('is not adopted where a container is, nor where an import took it', () => {
    for (const past of [container, group]) given(past).when(adopt).thenRefused('resource-exists');
    given(adopted).when(reserveGroup).thenRefused('resource-exists');
  });

  it('is void, whatever it was, once another container is at the parent', () => {
    for (const past of [[container], [group], tombstone])
      given(...past)
        .when({ ...reserve, within: 9 })
        .then({ ...container, data: { ...container.data, within: 9 } });
  });
  it('is kept from who takes the parent for an earlier container', () =>
    given(container, created)
      .when({ ...reserve, within: 1 })
      .thenNothing());
});

describe('a reserved container', () => {
  it('exists, or is given up, once', () => {
    given(container).when(create).then(created);
    given(container).when(giveUp).then(givenUp);
    given(container, created).when(create).thenNothing();
    given(container, created).when(giveUp).thenNothing();
    given(container, givenUp).when(create).thenNothing();
  });
  it('leaves the path free when it is given up', () => given(container, givenUp).when(reserve).then(container));
  it('is not brought back by a late repeat of its creation', () => {
    given(...tombstone)
      .when(create)
      .thenNothing();
    given(...tombstone, purged, container)
      .when(create)
      .thenNothing();
  });
});

describe('the deletion of a container', () => {
  it('closes it, and ends with a tombstone or with nothing', () => {
    given(container, created).when(close).then(closed);
    given(container, created, closed).when(remove).then(deleted, tombstoned);
    given(container, created, closedToPurge)
      .when(remove)
      .then({ ...deleted, data: { path, reservation: 0, purge: true, ...ann } }, purged);
  });
  it('is not begun before the container is created, nor while another is under way', () => {
    for (const past of [[], [container], [container, created, closed], [group, confirmed], tombstone])
      given(...past)
        .when(close)
        .thenNothing();
  });
  it('ends once: the container is deleted, or stays', () => {
    given(container, created, closed).when(reopen).then(reopened);
    given(container, created, closed, reopened).when(remove).thenNothing();
    given(...tombstone)
      .when(reopen)
      .thenNothing();
    given(...tombstone)
      .when(remove)
      .thenNothing();
  });
  it('does not end another one that began later', () =>
    given(container, created, closed, reopened, closed).when(remove).thenNothing());
  it('is not begun for an earlier container at the path', () =>
    given(...tombstone, purged, container, created)
      .when(close)
      .thenNothing());
});

describe('a tombstone', () => {
  it('keeps the path taken', () => {
    for (const command of [reserve, reserveGroup, adopt])
      given(...tombstone)
        .when(command)
        .thenRefused('replaced-by-tombstone', 'Tombstone exists at a/b');
  });
  it('is purged once', () => {
    given(...tombstone)
      .when(purge)
      .then(purged);
    given(...tombstone, purged)
      .when(purge)
      .thenNothing();
    given(...tombstone, purged)
      .when(reserve)
      .then(container);
  });
  it('is not purged while the container is there, nor where an archival group is', () => {
    given(container, created).when(purge).thenNothing();
    given(group, confirmed).when(purge).thenNothing();
  });
  it('is not purged by who means an earlier one', () =>
    given(...tombstone, purged, ...tombstone)
      .when(purge)
      .thenNothing());
});

describe('an entry that was moved from a stream of an earlier version', () => {
  const moved = (change: object): EntryFact => ({
    type: 'ChildEntryMoved',
    data: {
      ...child,
      ...place,
      ...{ kind: 'container', jobId: null, reservation: 17, confirmed: true, tombstone: false },
      ...change,
    },
  });
  it('is what it was there', () => {
    given(moved({})).when(reserve).thenRefused('resource-exists');
    given(moved({ tombstone: true }))
      .when(reserve)
      .thenRefused('replaced-by-tombstone');
    given(moved({ kind: 'archivalGroup', jobId: 'j1', confirmed: false }))
      .when(confirm)
      .then(confirmed);
  });
  it('is deleted like any other', () => given(moved({})).when(close).then(closed));
  it('follows a deletion that its own stream had decided', () =>
    given(moved({}))
      .when({ type: 'MoveDeletion', path, reservation: 0, purge: false, ...ann })
      .then(tombstoned));
  it('has its children in entries once that is recorded', () => {
    const ended: EntryFact = { type: 'ContainerEntriesMoved', data: { path, entries: 3, at } };
    const end = { type: 'EndMoving', path, entries: 3, ...ann } as const;
    given(moved({})).when(end).then(ended);
    given(moved({}), ended).when(end).thenNothing();
    given(container, created).when(end).thenNothing();
  });
});
