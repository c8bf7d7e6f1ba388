import { container } from '../../../commands/container/decider.js';
import type { ContainerFact } from '../../../events/container.js';
import { specify } from '../../support/decider-spec.js';

const { given } = specify(container);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const inRoot = { path: '', name: 'a' };

const child: ContainerFact = {
  type: 'ChildReserved',
  data: { ...inRoot, kind: 'container', displayName: 'A', jobId: null, ...ann },
};
const group: ContainerFact = {
  type: 'ChildReserved',
  data: { ...inRoot, kind: 'archivalGroup', displayName: 'A', jobId: 'j1', ...ann },
};
const confirmed: ContainerFact = { type: 'ChildConfirmed', data: { ...inRoot, jobId: 'j1', at } };
const released: ContainerFact = { type: 'ChildReservationReleased', data: { ...inRoot, jobId: 'j1', at } };

const reserve = {
  type: 'ReserveChild',
  ...inRoot,
  kind: 'container',
  displayName: 'A',
  jobId: null,
  ...ann,
} as const;
const reserveGroup = { ...reserve, kind: 'archivalGroup', jobId: 'j1' } as const;
const confirm = { type: 'ConfirmChild', ...inRoot, jobId: 'j1', ...ann } as const;
const release = { ...confirm, type: 'ReleaseChild' } as const;
const adoptGroup = { ...reserveGroup, jobId: null } as const;
const adoptedGroup: ContainerFact = { ...group, data: { ...group.data, jobId: null } };
const confirmAdopted = { ...confirm, jobId: null } as const;
const adoptedConfirmed: ContainerFact = { type: 'ChildConfirmed', data: { ...inRoot, jobId: null, at } };

describe('the entries of a container', () => {
  it('take a free name', () => given().when(reserve).then(child));
  it('keep a taken name', () =>
    given(child).when(reserve).thenRefused('resource-exists', 'Resource already exists at a (Container)'));
  it('keep the name of a group in the making', () =>
    given(group).when(reserve).thenRefused('resource-exists', 'Resource already exists at a (ArchivalGroup)'));
  it('are taken once by one import', () => given(group).when(reserveGroup).thenNothing());
  it('are not taken by two imports', () =>
    given(group)
      .when({ ...reserveGroup, jobId: 'j2' })
      .thenRefused('resource-exists'));
  it('are confirmed by the import that took them', () => given(group).when(confirm).then(confirmed));
  it('are free again when that import ends', () => given(group, released).when(reserve).then(child));
  it('stay once they are confirmed', () => given(group, confirmed).when(release).thenNothing());
  it('are taken by a group that is adopted, and confirmed by its adoption', () => {
    given().when(adoptGroup).then(adoptedGroup);
    given(adoptedGroup).when(confirmAdopted).then(adoptedConfirmed);
    given(adoptedGroup, adoptedConfirmed).when(confirmAdopted).thenNothing();
  });
  it('do not change for an adoption where the group exists, or was being adopted', () => {
    for (const past of [[adoptedGroup], [group, confirmed]])
      given(...past)
        .when(adoptGroup)
        .thenNothing();
  });
  it('are not adopted under a container, nor under an import that took them', () => {
    for (const past of [child, group]) given(past).when(adoptGroup).thenRefused('resource-exists');
  });
  it('of an adoption are taken by no import', () =>
    given(adoptedGroup).when(reserveGroup).thenRefused('resource-exists'));
  it('are never taken again by an import that has ended', () =>
    given(released).when(reserveGroup).thenRefused('import-not-live'));
});

describe('a container itself', () => {
  const create = { type: 'CreateContainer', path: 'a', reservation: 3, displayName: 'A', ...ann } as const;
  const created: ContainerFact = { type: 'ContainerCreated', data: { path: 'a', displayName: 'A', ...ann } };
  const remove = { type: 'DeleteContainer', path: 'a', reservation: 3, purge: false, ...ann } as const;
  const deleted: ContainerFact = {
    type: 'ContainerDeleted',
    data: { path: 'a', reservation: 3, purge: false, ...ann },
  };
  const inside = { path: 'a', name: 'b' };
  const childOf = (fact: ContainerFact): ContainerFact =>
    ({ ...fact, data: { ...fact.data, ...inside } }) as ContainerFact;
  const childTombstoned: ContainerFact = { type: 'ChildTombstoned', data: { ...inside, ...ann } };

  it('is created', () => given().when(create).then(created));
  it('is created once', () => given(created).when(create).thenNothing());
  it('is deleted', () => given(created).when(remove).then(deleted));
  it('is deleted once', () => given(created, deleted).when(remove).thenNothing());
  it('is not deleted before it is created', () => given().when(remove).thenNothing());
  it('is not brought back by a late repeat of its creation', () => given(created, deleted).when(create).thenNothing());
  it('is created anew for a later reservation, and can then be deleted again', () => {
    given(created, deleted)
      .when({ ...create, reservation: 5 })
      .then(created);
    given(created, deleted, created)
      .when({ ...remove, reservation: 5 })
      .then({ ...deleted, data: { path: 'a', reservation: 5, purge: false, ...ann } });
  });
  it('is not deleted a second time by a late repeat for the one before it', () =>
    given(created, deleted, created).when(remove).thenNothing());

  const notDeletable = 'This is not a deletable container';
  it('is kept while a container, a group or a reservation is in it', () => {
    for (const past of [[child], [group], [group, confirmed], [adoptedGroup]])
      given(created, ...past.map(childOf))
        .when(remove)
        .thenRefused('container-not-deletable', notDeletable);
  });
  it('is deleted when its children were deleted, purged or given up', () => {
    const purged: ContainerFact = { type: 'ChildPurged', data: { ...inside, ...ann } };
    for (const past of [
      [childOf(child), childTombstoned],
      [childOf(child), purged],
      [childOf(group), childOf(released)],
    ])
      given(created, ...past)
        .when(remove)
        .then(deleted);
  });

  const reserveInside = { ...reserve, ...inside };
  it('takes no child once it is deleted', () => {
    given(created, deleted)
      .when(reserveInside)
      .thenRefused('ancestor-not-container', "Ancestors of 'a/b' must all be Containers, 'a' is a Tombstone.");
    given(created, { ...deleted, data: { ...deleted.data, purge: true } })
      .when({ ...reserveGroup, ...inside })
      .thenRefused('ancestor-missing', "Ancestors of 'a/b' must all be Containers, 'a' does not exist.");
  });
  it('has nothing of the one before it when it is created anew', () =>
    given(created, childOf(child), childTombstoned, deleted, created).when(reserveInside).then(childOf(child)));
});

describe('the entry of a deleted container', () => {
  const removal = { type: 'RemoveChild', ...inRoot, reservation: 0, purge: false, ...ann } as const;
  const purge = { type: 'PurgeTombstone', ...inRoot, reservation: 0, ...ann } as const;
  const tombstoned: ContainerFact = { type: 'ChildTombstoned', data: { ...inRoot, ...ann } };
  const purged: ContainerFact = { type: 'ChildPurged', data: { ...inRoot, ...ann } };

  it('becomes a tombstone, or is purged', () => {
    given(child).when(removal).then(tombstoned);
    given(child)
      .when({ ...removal, purge: true })
      .then(purged);
  });
  it('changes once', () => {
    for (const past of [[child, tombstoned], [child, purged], []])
      given(...past)
        .when(removal)
        .thenNothing();
  });
  it('keeps the name taken while it is a tombstone', () => {
    for (const command of [reserve, reserveGroup, adoptGroup])
      given(child, tombstoned).when(command).thenRefused('replaced-by-tombstone', 'Tombstone exists at a');
  });
  it('is freed by a purge of the tombstone, once', () => {
    given(child, tombstoned).when(purge).then(purged);
    given(child, tombstoned, purged).when(purge).thenNothing();
    given(child, tombstoned, purged).when(reserve).then(child);
  });
  it('is not purged while the container is there', () => given(child).when(purge).thenNothing());
  it('is not purged again once the container around it was', () => {
    const inside = { path: 'a', name: 'b' };
    const childOf = (fact: ContainerFact): ContainerFact =>
      ({ ...fact, data: { ...fact.data, ...inside } }) as ContainerFact;
    const created: ContainerFact = { type: 'ContainerCreated', data: { path: 'a', displayName: null, ...ann } };
    const around: ContainerFact = {
      type: 'ContainerDeleted',
      data: { path: 'a', reservation: 0, purge: true, ...ann },
    };
    const within = { ...purge, ...inside, reservation: 1 };
    given(created, childOf(child), childOf(tombstoned), around).when(within).thenNothing();
    const kept = { ...around, data: { ...around.data, purge: false } };
    given(created, childOf(child), childOf(tombstoned), kept).when(within).then(childOf(purged));
  });
  it('does not change for the deletion of an earlier container of that name', () => {
    given(child, tombstoned, purged, child).when(removal).thenNothing();
    given(child, tombstoned, purged, child, tombstoned).when(purge).thenNothing();
  });
  it('does not change where the name has an archival group', () => {
    given(group).when(removal).thenNothing();
    given(group, confirmed).when(purge).thenNothing();
  });
});
