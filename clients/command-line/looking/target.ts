import type { Archive, Place } from '../../archive/archive.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { CommandFault, wordsFault } from '../command-fault.js';
import { shownName } from '../output/printable.js';
import { shellWord } from '../output/shell-word.js';
import { nearestName } from '../program/nearest-name.js';
import { typedPath } from './typed-path.js';

/** What a version of an archival group is asked for. */
export interface GroupTarget {
  readonly kind: 'group';
  readonly group: RepositoryPath;
  /** The name of the group; null where it has none. */
  readonly name: string | null;
  readonly head: number;
  /** The version that was typed, or the newest. */
  readonly version: number;
  readonly isVersionTyped: boolean;
  /** The rest of the path, as it was typed. */
  readonly below: string;
}

export type Target = GroupTarget | { readonly kind: 'container'; readonly path: RepositoryPath };

const listing = (path: string): string => (path === '' ? 'muniment ls' : `muniment ls ${shellWord(path)}`);

const absent = (path: RepositoryPath, { nearest, names }: Extract<Place, { readonly kind: 'none' }>): CommandFault => {
  const above = nearest === '' ? '' : `${nearest}/`;
  const [name = ''] = path.slice(above.length).split('/', 1);
  const similar = nearestName(name, names);
  const meant = similar === null ? '' : ` Did you mean ${shownName(`${above}${similar}`)}?`;
  return new CommandFault(`There is no archival group ${shownName(`${above}${name}`)}.${meant}`, {
    code: 'group-not-found',
    next: listing(nearest),
  });
};

const noVersion = (group: RepositoryPath, version: number, head: number): CommandFault =>
  new CommandFault(`${shownName(group)} has no version ${version}; the newest is v${head}.`, {
    code: 'version-not-found',
    next: `muniment log ${shellWord(group)}`,
  });

/** What a path, typed with or without a version, means. Rejects with CommandFault where nothing is there. */
export const readTarget = async (archive: Pick<Archive, 'place'>, word: string): Promise<Target> => {
  const { path, version } = await typedPath(word);
  const place = await archive.place(path);
  if (place.kind === 'none') throw absent(path, place);
  if (place.kind === 'group') {
    const { path: group, name, head, below } = place;
    if (version !== null && (version < 1 || version > head)) throw noVersion(group, version, head);
    return { kind: 'group', group, name, head, version: version ?? head, isVersionTyped: version !== null, below };
  }
  if (version !== null)
    throw wordsFault(`${shownName(path)} is a container; only archival groups have versions.`, listing(path));
  return { kind: 'container', path };
};

/** As `readTarget`, for a verb that takes no container. */
export const readGroupTarget = async (archive: Pick<Archive, 'place'>, word: string): Promise<GroupTarget> => {
  const target = await readTarget(archive, word);
  if (target.kind === 'group') return target;
  const what = target.path === '' ? 'The root of the archive' : shownName(target.path);
  throw new CommandFault(`${what} is a container, not an archival group.`, {
    code: 'group-not-found',
    next: listing(target.path),
  });
};

/** As `readGroupTarget`, for a verb that is about a whole group; `next` is what to type for a path in one. */
export const readWholeGroup = async (
  archive: Pick<Archive, 'place'>,
  word: string,
  { verb, next }: { readonly verb: string; readonly next: (target: GroupTarget) => string },
): Promise<GroupTarget> => {
  const target = await readGroupTarget(archive, word);
  if (target.below === '') return target;
  throw wordsFault(
    `${verb} is about a whole archival group, not about ${shownName(target.below)} in it.`,
    next(target),
  );
};

/** `letters/1911@v2`. */
export const versionText = ({ group, version }: Pick<GroupTarget, 'group' | 'version'>): string =>
  `${shownName(group)}@v${version}`;

/** The words `letters/1911/pictures` of a group and a path below it. */
export const pathBelow = (group: RepositoryPath, below: string): string => (below === '' ? group : `${group}/${below}`);
