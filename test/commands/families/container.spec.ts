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
  const create = { type: 'CreateContainer', path: 'a', displayName: 'A', ...ann } as const;
  const created: ContainerFact = { type: 'ContainerCreated', data: { path: 'a', displayName: 'A', ...ann } };
  it('is created', () => given().when(create).then(created));
  it('is created once', () => given(created).when(create).thenNothing());
});
