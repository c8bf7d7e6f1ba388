import type { ArchivePreview } from '../../commands/processes/deposits/archive-deposit.js';
import type { ArchiveJob } from '../../commands/deposit/archive-job.js';
import type { ArchiveFailure } from '../../events/deposit.js';
import { agentUri, depositUri, resourceUri } from '../uris/uris.js';
import { moment, momentOrNull } from './moment.js';

const errorOf = ({ path, message }: ArchiveFailure) => ({
  id: null,
  message: path === null ? message : `${path}: ${message}`,
});

/** The last archive job of a deposit (companion 2.20). */
export const renderArchiveJob = (base: string, depositId: string, job: ArchiveJob) => ({
  id: job.jobId,
  type: 'ArchiveJobResult',
  depositId,
  created: moment(job.created),
  createdBy: agentUri(base, job.by),
  lastModified: moment(job.lastModified),
  lastModifiedBy: agentUri(base, job.by),
  dateBegun: momentOrNull(job.begun),
  dateFinished: momentOrNull(job.finished),
  errors: job.errors === null || job.errors.length === 0 ? null : job.errors.map(errorOf),
  status: job.status,
});

/** What archiving a deposit would remove, and why it would not be archived. */
export const renderArchivePreview = (base: string, { deposit, refusal, survey }: ArchivePreview) => {
  const reasons = [...(refusal === null ? [] : [{ path: null, message: refusal.detail }]), ...survey.failures];
  return {
    type: 'ArchivePreview',
    deposit: depositUri(base, deposit.depositId),
    depositId: deposit.depositId,
    archivalGroup: survey.version === null ? null : resourceUri(base, survey.version.archivalGroup),
    version: survey.version?.label ?? null,
    archivable: reasons.length === 0,
    files: survey.files,
    bytes: survey.bytes,
    unread: survey.unread,
    reasons: reasons.map(errorOf),
  };
};
