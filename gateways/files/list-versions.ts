import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import {
  changeOfPath,
  versionOfGroup,
  type HistoryDependencies,
  type VersionOfHistory,
} from '../../commands/reads/versions-of-group.js';
import { keptReadings } from '../group-content/kept-readings.js';
import { notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Route } from '../http/route.js';
import { moment } from '../rendering/moment.js';
import type { FilesDependencies } from './files-dependencies.js';
import { findGroup, type FoundGroup } from './find-group.js';

interface VersionsQuery {
  readonly before?: number;
  readonly limit: number;
}

/** Versions whose counts are kept in memory. */
const KEPT_VERSIONS = 10_000;
/** A page ends where so many files were read for it: some seconds of work. */
const MOST_FILES = 300_000;

/**
 * The versions of an archival group, newest first; for a path in it, those that changed what is there. A page may have
 * fewer than `limit`, also none, and a next one.
 */
export const listVersions = (on: FilesDependencies): Route => {
  const kept = keptReadings<VersionOfHistory>(KEPT_VERSIONS, () => 1);
  return route<VersionsQuery>('listVersions', async (call) => {
    const path = pathParameter(call, 'path');
    const found = await findGroup(on.repository, path);
    if (found === null) return notFound(`There is no archival group at ${path}`);
    const { group, head, below } = found;
    const work = { filesRead: 0 };
    const history = await historyOf(on, found, work);
    const { before = head + 1, limit } = call.query;
    const versions: VersionOfHistory[] = [];
    let next = Math.min(before, head + 1);
    for (let at = below; next > 1 && versions.length < limit && work.filesRead < MOST_FILES;) {
      next -= 1;
      const version = next;
      if (at === '') {
        const key = JSON.stringify([group.path, head, version]);
        versions.push(await kept(key, () => versionOfGroup(history, version)));
      } else {
        const change = await changeOfPath(history, version, at);
        if (change !== null) versions.push(change);
        at = change?.file?.from ?? at;
      }
    }
    return json(200, {
      type: 'VersionListing',
      group: group.path,
      name: group.displayName,
      head,
      below,
      versions: versions.map((version) => ({ ...version, made: moment(version.made) })),
      next: next > 1 ? next : null,
    });
  });
};

const historyOf = async (
  { dependencies: { events }, stored }: FilesDependencies,
  { group: { path: group }, head }: FoundGroup,
  work: { filesRead: number },
): Promise<HistoryDependencies> => ({
  ledger: await readLedger(events, group),
  read: async (version) => {
    const found = await stored({ group, head, version });
    work.filesRead += found.files.size;
    return found;
  },
});
