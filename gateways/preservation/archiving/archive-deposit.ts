import { beginArchiving, previewArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { renderArchiveJob, renderArchivePreview } from '../../rendering/archive-job.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { DEFAULT_AGE, olderThan } from './older-than.js';

interface ArchiveOrder {
  readonly dryRun?: boolean | null;
  readonly olderThan?: string | null;
}

/** Begins an archive job, which the archiver carries out; with `dryRun` shows what it would do. */
export const archiveDeposit = (on: DepositDependencies): Route =>
  route<unknown, ArchiveOrder>('archiveDeposit', async (call) => {
    const { baseUrls } = on;
    const dependencies = { ...on.dependencies, holder: call.holder };
    const depositId = pathParameter(call, 'depositId');
    const before = olderThan(dependencies, call.body.olderThan ?? DEFAULT_AGE);
    const request = { depositId, before, again: true };
    if (call.body.dryRun === true) {
      const preview = await previewArchiving(dependencies, request, call.inTime());
      if (!preview.ok) return refusalAnswer(preview.refusal);
      return json(200, renderArchivePreview(baseUrls.preservation, preview.value));
    }
    const begun = await beginArchiving(dependencies, intentOf(dependencies, call), request);
    const location = `${baseUrls.preservation}/depositArchiveJobs/${depositId}`;
    return resultAnswer(on, begun, (job) =>
      json(202, renderArchiveJob(baseUrls.preservation, depositId, job), { Location: location }),
    );
  });
