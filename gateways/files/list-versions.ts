import type { VersionOfHistory } from '../../commands/reads/versions-of-group.js';
import { notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Route } from '../http/route.js';
import type { FilesDependencies } from './files-dependencies.js';
import { findGroup } from './find-group.js';
import { renderVersion } from './version-counts.js';

interface VersionsQuery {
  readonly before?: number;
  readonly limit: number;
}

/**
 * The versions of an archival group, newest first; for a path in it, those that changed what is there. A page may have
 * fewer than `limit`, also none, and a next one.
 */
export const listVersions = (on: FilesDependencies): Route =>
  route<VersionsQuery>('listVersions', async (call) => {
    const path = pathParameter(call, 'path');
    const found = await findGroup(on.repository, path);
    if (found === null) return notFound(`There is no archival group at ${path}`);
    const { group, head, below } = found;
    const counts = await on.counts(found);
    const { before = head + 1, limit } = call.query;
    const versions: VersionOfHistory[] = [];
    let next = Math.min(before, head + 1);
    for (let at = below; next > 1 && versions.length < limit && !counts.isMuch();) {
      next -= 1;
      if (at === '') {
        versions.push(await counts.ofGroup(next));
      } else {
        const change = await counts.ofPath(next, at);
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
      versions: versions.map(renderVersion),
      next: next > 1 ? next : null,
    });
  });
