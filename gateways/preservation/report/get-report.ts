import { timestampOf } from '../../../events/time.js';
import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../../formats/ocfl/version-name.js';
import type { JobsView } from '../../../projections/jobs/jobs-view.js';
import type { FilesDependencies } from '../../files/files-dependencies.js';
import { findGroup } from '../../files/find-group.js';
import { laterMembers } from '../../http/answer/lazy-members.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { faultAnswer } from '../../http/fault-answer.js';
import type { Logger } from '../../http/logger.js';
import { preferredLanguage } from '../../http/request/negotiation.js';
import { json, pathParameter, route, type Call, type Route } from '../../http/route.js';
import { moment } from '../../rendering/moment.js';
import { ownFaults } from '../../service/own-faults.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import { inLanguage } from '../history/history-answer.js';
import { endedAudits } from './last-check.js';
import { reportOf, type ReportSources } from './report-of.js';

/** What reports use. */
export interface ReportDependencies extends FilesDependencies {
  readonly jobs: JobsView;
  readonly baseUrls: BaseUrls;
  readonly log: Logger;
}

/**
 * What is preserved as a version of an archival group, by whom and when, and how it was checked: what `muniment report`
 * prints, bounded. Each member is sent when it is known. An addition of ours.
 */
export const getReport = (on: ReportDependencies): Route =>
  route<{ readonly version?: string }>('getReport', async (call) => {
    const path = pathParameter(call, 'path');
    const { version: wanted = null } = call.query;
    const violation = wanted === null ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    const found = await findGroup(on.repository, path);
    if (found?.below !== '') return notFound(`There is no archival group at ${path}`);
    const { group, head } = found;
    const inventory = await on.groups.inventory(group.path, head);
    const label = findVersion(inventory, wanted);
    const version = label === null ? null : versionNumber(label);
    if (version === null) return notFound(`${path} has no version ${wanted}`);
    const language = preferredLanguage(call.header('accept-language'));
    const sources: ReportSources = {
      events: on.dependencies.events,
      audits: endedAudits(on.jobs),
      inventory,
      counts: await on.counts(found),
      stored: on.stored,
      described: (at) => on.listing(at, true, call.holder),
      telling: { base: on.baseUrls.preservation, language },
      problemOf: problemOf(on, call),
    };
    const members = reportOf(sources, { group: group.path, head, version });
    const first = await members.next(); // what is refused is refused before the answer begins
    const about = { type: 'Report', asOf: moment(timestampOf(on.dependencies.now())), group: group.path };
    const entries = async function* (): AsyncGenerator<readonly [string, unknown]> {
      yield* Object.entries({ ...about, name: group.displayName, head });
      for (let member = first; member.done !== true; member = await members.next()) yield member.value;
    };
    return json(200, laterMembers(entries), inLanguage(language));
  });

/** What would be answered instead, as the members of a problem document. */
const problemOf =
  (
    { log }: Pick<ReportDependencies, 'log'>,
    { operationId, correlationId }: Pick<Call, 'operationId' | 'correlationId'>,
  ) =>
  (fault: unknown): object => {
    const { content } = faultAnswer(fault, ownFaults, log, { isRepeatable: true, operationId, correlationId });
    const { title, status, detail } = (content?.kind === 'json' ? content.value : {}) as Readonly<
      Record<string, unknown>
    >;
    return { title, status, detail };
  };
