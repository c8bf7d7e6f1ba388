import {
  at,
  ann,
  of,
  created,
  locked,
  accepted,
  failed,
  preserved,
  deleted,
  create,
  remove,
  given,
} from './deposit-facts.js';

describe('creating a deposit', () => {
  it('records all that it begins with', () => given().when(create).then(created));
  it('is refused where its place is taken', () =>
    given(created)
      .when(create)
      .thenRefused('deposit-location-exists', 'The deposit file location for d1 already exists.'));
  it('does not bring a deleted one back', () =>
    given(created, deleted).when(create).thenRefused('deposit-location-exists'));
});

describe('a deposit that is not there', () => {
  it('is not found', () => given().when(remove).thenRefused('deposit-not-found', 'Deposit d1 not found'));
  it('is not found once it was deleted', () => given(created, deleted).when(remove).thenRefused('deposit-not-found'));
});

describe('deleting a deposit', () => {
  it('is allowed in every status', () => {
    given(created).when(remove).then(deleted);
    given(created, accepted, ...preserved)
      .when(remove)
      .then(deleted);
    given(created, accepted, ...failed)
      .when(remove)
      .then(deleted);
  });
  it('is refused while an import runs', () =>
    given(created, accepted).when(remove).thenRefused('deposit-has-live-job'));
  it('is refused while someone else holds the lock', () =>
    given(created, locked).when(remove).thenRefused('deposit-locked', 'Deposit is locked by bob'));
  it('ends when the workspace is empty', () =>
    given(created, deleted)
      .when({ type: 'RecordWorkspaceEmptied', ...of, ...ann })
      .then({ type: 'DepositWorkspaceEmptied', data: { ...of, at } }));
});
