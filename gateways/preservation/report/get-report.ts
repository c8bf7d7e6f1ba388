import { ledgerStream, readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { FileOfVersion } from '../../../commands/reads/files-of-version.js';
import type { VersionOfHistory } from '../../../commands/reads/versions-of-group.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { timestampOf } from '../../../events/time.js';
import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../../formats/ocfl/version-name.js';
import type { JobsView } from '../../../projections/jobs/jobs-view.js';
import type { FilesDependencies } from '../../files/files-dependencies.js';
import { findGroup, type FoundGroup } from '../../files/find-group.js';
import { renderListedFile } from '../../files/list-files.js';
import { renderVersion } from '../../files/version-counts.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { preferredLanguage } from '../../http/request/negotiation.js';
import { json, pathParameter, route, type Route } from '../../http/route.js';
import { moment } from '../../rendering/moment.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import { inLanguage } from '../history/history-answer.js';
import { historyEntry, type HistoryTelling } from '../history/history-entry.js';
import { readHistoryPage } from '../history/history-page.js';
import { streamHistory } from '../history/stream-history.js';
import { countFiles } from './count-files.js';
import { lastCheckOf } from './last-check.js';

/** What reports use. */
export interface ReportDependencies extends FilesDependencies {
  readonly jobs: JobsView;
  readonly baseUrls: BaseUrls;
}

/** Versions, and events, that a report has at most: the newest. */
const MOST_VERSIONS = 500;
const MOST_EVENTS = 500;

/**
 * What is preserved as a version of an archival group, by whom and when, and how it was checked: what `muniment report`
 * prints, bounded. An addition of ours.
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
    const files = await on.listing({ group: group.path, head, version }, true, call.holder);
    const counted = await runInSlices(countFiles(files));
    const language = preferredLanguage(call.header('accept-language'));
    const report = {
      type: 'Report',
      asOf: moment(timestampOf(on.dependencies.now())),
      group: group.path,
      name: group.displayName,
      head,
      version: renderVersion(await (await on.counts(found)).ofGroup(version)),
      object: { id: inventory.id, inventory: await inventoryDigest(on, group.path, version) },
      ...counted,
      files: counted.files?.map(renderListedFile) ?? null,
      lastCheck: await lastCheckOf(on, group.path),
      ...(await versionsOf(on, found)),
      ...(await eventsOf(on, group.path, { base: on.baseUrls.preservation, language })),
    };
    return json(200, report, inLanguage(language));
  });

/** SHA-256 of the inventory of a version, as the ledger has it. */
const inventoryDigest = async (
  { dependencies: { events } }: Pick<ReportDependencies, 'dependencies'>,
  group: string,
  version: number,
): Promise<FileOfVersion['digest'] | null> => {
  const { versions } = await readLedger(events, group);
  const published = versions.at(version - 1);
  return published === undefined ? null : { algorithm: 'sha256', value: published.inventory.sha256 };
};

const versionsOf = async (
  on: ReportDependencies,
  found: FoundGroup,
): Promise<{ readonly versions: readonly VersionOfHistory[]; readonly olderVersions: number }> => {
  const counts = await on.counts(found);
  const versions: VersionOfHistory[] = [];
  let next = found.head;
  for (; next > 0 && versions.length < MOST_VERSIONS && !counts.isMuch(); next -= 1)
    versions.push(renderVersion(await counts.ofGroup(next)));
  return { versions, olderVersions: next };
};

const eventsOf = async (
  { dependencies: { events } }: ReportDependencies,
  group: string,
  telling: HistoryTelling,
): Promise<object> => {
  const source = streamHistory(events, ledgerStream(group));
  const { facts, next } = await readHistoryPage(source, null, { limit: MOST_EVENTS, agent: null, before: null });
  return { events: facts.map((fact) => historyEntry(fact, telling)), olderEvents: next !== null };
};
