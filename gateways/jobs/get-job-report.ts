import { Readable } from 'node:stream';
import { readJobReport, readPlatformJob } from '../../commands/platform-job/platform-job-stream.js';
import type { JobReportLine } from '../../events/platform-job.js';
import { notFound } from '../http/answer/problem.js';
import { pathParameter, route, type Route } from '../http/route.js';
import { resourceUri } from '../uris/uris.js';
import type { JobDependencies } from './job-dependencies.js';

const MEDIA_TYPE = 'application/x-ndjson; charset=utf-8';

/** One line of JSON for each line of the report. */
async function* linesOf(report: AsyncIterable<JobReportLine>, base: string): AsyncGenerator<string> {
  for await (const { archivalGroup, ...line } of report) {
    const group = archivalGroup === null ? null : resourceUri(base, archivalGroup);
    yield `${JSON.stringify({ ...line, archivalGroup: group })}\n`;
  }
}

/** What an audit found, or an adoption did, line by line; while it runs, what it has recorded so far. An addition of ours. */
export const getJobReport = ({ dependencies: { events }, baseUrls, self }: JobDependencies): Route =>
  route('getJobReport', async (call) => {
    const jobId = pathParameter(call, 'jobId');
    const job = await readPlatformJob(events, jobId);
    if (job === null)
      return notFound(`There is no audit, adoption or rebuild ${jobId}, and no other job has a report.`);
    const stream = Readable.from(linesOf(readJobReport(events, jobId, job.epoch), baseUrls[self]));
    return { status: 200, content: { kind: 'endless', stream, mediaType: MEDIA_TYPE } };
  });
