import { parsePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { pathUnderRoot } from '../../uris/uri-references.js';

/** The body of `POST /activity/archivalgroups/collection`. */
export interface PostedActivity {
  readonly type?: string | null;
  readonly object?: { readonly id?: string | null; readonly type?: string | null } | null;
}

const MOST_SHOWN = 2_000;

/**
 * The path of the archival group that a posted activity is about, the empty one for the root, or what is wrong with the
 * activity (companion 14.4). `base` is this service's own base URL. Throws PathFault where the URI is no repository path.
 */
export const groupOfActivity = (
  base: string,
  activity: PostedActivity | null | undefined,
): Result<RepositoryPath, string> => {
  if (activity === null || activity === undefined) return refused('No activity provided in body');
  const { type, object } = activity;
  if (type !== 'Update') return refused('Only Update activities are supported');
  if (object === null || object === undefined) return refused('No object provided in body');
  if (object.type !== 'ArchivalGroup') return refused('Only ArchivalGroup objects are supported');
  return pathOnHost(base, object.id ?? '');
};

const pathOnHost = (base: string, id: string): Result<RepositoryPath, string> => {
  const uri = URL.canParse(id) ? new URL(id) : null;
  if (uri === null || !/^https?:$/.test(uri.protocol) || uri.host !== new URL(base).host)
    return refused(`Supplied object host name must be ${base} (not ${hostOf(uri, id)})`);
  const path = pathUnderRoot(id);
  return success(parsePath(path.replace(/\/$/, '')));
};

/** What stands where the host should be; the whole text for what has none. */
const hostOf = (uri: URL | null, id: string): string =>
  (uri === null || uri.host === '' ? id : uri.host).slice(0, MOST_SHOWN);
