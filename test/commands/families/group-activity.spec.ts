import { groupActivity } from '../../../commands/activity/group-activity.js';
import { PLACEHOLDER, type GroupActivityFact } from '../../../events/group-activity.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(groupActivity);
const noon = '2026-05-04T12:00:00.0000000Z';

const announce = (number: number, at: string, version: number | null = 2) =>
  ({
    type: 'AnnounceArchivalGroup',
    by: 'ada',
    at,
    archivalGroup: 'letters/1911',
    version,
    jobId: version === null ? null : `j${number}`,
    source: `000${number}`,
  }) as const;

const announced = (number: number, endTime: string, version: number | null = 2): GroupActivityFact => {
  const { archivalGroup, jobId, source } = announce(number, endTime, version);
  return {
    type: version === 1 ? 'ArchivalGroupCreationAnnounced' : 'ArchivalGroupUpdateAnnounced',
    data: { archivalGroup, version, jobId, endTime, source },
  };
};

describe('an activity of an archival group', () => {
  const first = announced(1, noon);

  it('brings the placeholder along when it is the first', () =>
    given()
      .when(announce(1, noon, 1))
      .then(PLACEHOLDER, announced(1, noon, 1)));
  it('is a creation for version 1', () =>
    given(PLACEHOLDER)
      .when(announce(1, noon, 1))
      .then(announced(1, noon, 1)));
  it('is an update for every later version', () =>
    given(PLACEHOLDER, first)
      .when(announce(2, '2026-05-04T13:00:00.0000000Z', 3))
      .then(announced(2, '2026-05-04T13:00:00.0000000Z', 3)));
  it('is an update without a version where one was asked for', () =>
    given(PLACEHOLDER, first)
      .when(announce(2, '2026-05-04T13:00:00.0000000Z', null))
      .then(announced(2, '2026-05-04T13:00:00.0000000Z', null)));
  it('is there once', () => given(PLACEHOLDER, first).when(announce(1, noon)).thenNothing());
  it('is not added behind a later one', () =>
    given(PLACEHOLDER, announced(3, noon)).when(announce(2, '2026-05-04T13:00:00.0000000Z')).thenNothing());
  it('ends a millisecond after the one before, where it was finished no later', () =>
    given(PLACEHOLDER, first)
      .when(announce(2, '2026-05-04T11:59:59.5000000Z'))
      .then(announced(2, '2026-05-04T12:00:00.0010000Z')));
  it('ends after the placeholder, where a clock was set too far back', () =>
    given()
      .when(announce(1, '1999-05-04T12:00:00.0000000Z'))
      .then(PLACEHOLDER, announced(1, '2024-01-01T00:00:00.0010000Z')));
});
