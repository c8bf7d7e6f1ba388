import { importActivity } from '../../../commands/activity/import-activity.js';
import type { ImportActivityFact } from '../../../events/import-activity.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(importActivity);
const received = '2026-05-04T11:59:00.0000000Z';

const announce = (number: number, at: string) =>
  ({
    type: 'AnnounceImportJob',
    by: 'ann',
    at,
    jobId: `j${number}`,
    archivalGroup: `letters/${number}`,
    startTime: received,
    source: String(number).padStart(4, '0'),
  }) as const;

const announced = (number: number, endTime: string): ImportActivityFact => {
  const { jobId, archivalGroup, startTime, source } = announce(number, endTime);
  return { type: 'ImportJobAnnounced', data: { jobId, archivalGroup, startTime, endTime, source } };
};

describe('the activity of an import job', () => {
  const noon = '2026-05-04T12:00:00.0000000Z';
  const first = announced(1, noon);

  it('tells when the job was received and when it ended', () => given().when(announce(1, noon)).then(first));
  it('is there once', () => given(first).when(announce(1, noon)).thenNothing());
  it('is not added behind those of jobs that ended later in the log', () =>
    given(announced(3, noon)).when(announce(2, '2026-05-04T13:00:00.0000000Z')).thenNothing());

  it('ends when its job did, where that is later than the one before', () =>
    given(first).when(announce(2, '2026-05-04T12:00:00.0010000Z')).then(announced(2, '2026-05-04T12:00:00.0010000Z')));
  it('ends a millisecond after the one before, where both ended at the same time', () =>
    given(first).when(announce(2, noon)).then(announced(2, '2026-05-04T12:00:00.0010000Z')));
  it('ends a millisecond after the one before, where that is announced out of order', () =>
    given(first).when(announce(2, '2026-05-04T11:59:59.5000000Z')).then(announced(2, '2026-05-04T12:00:00.0010000Z')));
  it('is later for readers that store only milliseconds', () =>
    given(announced(1, '2026-05-04T12:00:00.0000001Z'))
      .when(announce(2, '2026-05-04T12:00:00.0009999Z'))
      .then(announced(2, '2026-05-04T12:00:00.0010000Z')));
});
