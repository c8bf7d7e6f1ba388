import type { ArchivedJob } from '../../../clients/archive/archive.js';

/** An audit of everything that has ended without findings, with other members where those are given. */
export const auditJob = (members: object = {}): ArchivedJob => ({
  id: 'http://localhost/jobs/audit1',
  jobId: 'audit1',
  kind: 'audit',
  state: 'completed',
  archivalGroup: null,
  finished: '2026-11-26T14:58:00Z',
  cancelledBy: null,
  failures: 0,
  ...members,
});
