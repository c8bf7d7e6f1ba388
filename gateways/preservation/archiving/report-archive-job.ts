import { reportArchiveJob as report } from '../../../commands/processes/deposits/archive-deposit.js';
import { mintId } from '../../../commands/core/intent.js';
import type { ArchiveFailure } from '../../../events/deposit.js';
import { timestampOf } from '../../../events/time.js';
import { RequestFault } from '../../http/request-fault.js';
import { json, route, type Route } from '../../http/route.js';
import { renderArchiveJob } from '../../rendering/archive-job.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { namesDeposit } from '../../uris/uri-references.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

type ReportedError = string | { readonly message?: string | null };

interface ArchiveJobReport {
  readonly id?: string | null;
  readonly depositId?: string | null;
  readonly depositUri?: string | null;
  readonly startTime?: string | null;
  readonly endTime?: string | null;
  readonly deletedCount?: number | null;
  readonly errors?: string | readonly ReportedError[] | null;
  readonly batchNumber?: string | number | null;
}

/** Records the run of an archiver outside of the platform (companion 13.9). */
export const reportArchiveJob = (on: DepositDependencies): Route =>
  route<unknown, ArchiveJobReport>('reportArchiveJob', async (call) => {
    const { dependencies, baseUrls } = on;
    const { id, startTime, endTime, deletedCount, errors, batchNumber } = call.body;
    const depositId = requireDepositId(call.body);
    const started = timeOf('startTime', startTime);
    const finished = timeOf('endTime', endTime);
    if (started !== null && finished !== null && finished < started)
      throw new RequestFault(400, 'endTime is earlier than startTime.');
    const reported = await report(dependencies, intentOf(dependencies, call), {
      depositId,
      jobId: isGiven(id) ? id : mintId(`${call.commandId}:archive job`),
      started,
      finished,
      removed: deletedCount ?? 0,
      errors: errorsOf(errors),
      batch: batchNumber ?? null,
    });
    const location = `${baseUrls.preservation}/depositArchiveJobs/${depositId}`;
    return resultAnswer(on, reported, (job) =>
      json(201, renderArchiveJob(baseUrls.preservation, depositId, job), { Location: location }),
    );
  });

const isGiven = (text: string | null | undefined): text is string => (text ?? '').trim() !== '';

/** Throws RequestFault where neither id nor URI names a deposit, or they name two. */
const requireDepositId = ({ depositId, depositUri }: ArchiveJobReport): string => {
  const named = isGiven(depositUri) ? lastSegment(depositUri) : null;
  const id = isGiven(depositId) ? depositId : named;
  if (id === null) throw new RequestFault(400, 'depositId or depositUri must say which deposit was archived.');
  if (isGiven(depositUri) && !namesDeposit(depositUri, id))
    throw new RequestFault(400, `depositUri ${depositUri} is not the URI of deposit ${id}.`);
  return id;
};

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const timeOf = (name: string, text: string | null | undefined): string | null => {
  if (!isGiven(text)) return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const time = new Date(zoned);
  if (!/^\d{4}-\d\d-\d\dT/i.test(text) || Number.isNaN(time.getTime()))
    throw new RequestFault(400, `${name} is a time such as 2026-03-04T05:06:07Z, not '${text}'.`);
  return timestampOf(time);
};

const errorsOf = (errors: ArchiveJobReport['errors']): readonly ArchiveFailure[] =>
  (typeof errors === 'string' ? [errors] : (errors ?? [])).flatMap((error) => {
    const message = typeof error === 'string' ? error : (error.message ?? 'The archiver gave no reason.');
    return message.trim() === '' ? [] : [{ path: null, message }];
  });
