import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { IndexedText } from '../../projections/search/substring-index.js';
import type { ReadableIndex } from './index-feed.js';
import { soleEntry } from './sole-entry.js';

/**
 * What the index of files remembers of groups, in entries without a text, which no search finds. Their keys and
 * partitions begin with a slash, as no path of the repository does.
 */
const noText = (key: string, partition: string, about: IndexedText['about']): IndexedText => ({
  key,
  partition,
  text: '',
  created: '0000-01-01T00:00:00.0000000Z',
  about,
});

const versionKey = (group: RepositoryPath): string => `/version/${group}`;

/** The version whose files the index has. */
export const versionEntry = (group: RepositoryPath, version: number): IndexedText =>
  noText(versionKey(group), versionKey(group), { version });

export const indexedVersion = async (index: ReadableIndex, group: RepositoryPath): Promise<number | null> => {
  const version = (await soleEntry(index, versionKey(group)))?.about['version'];
  return typeof version === 'number' ? version : null;
};

const UNREAD = '/unread';

export const unreadKey = (group: RepositoryPath): string => `${UNREAD}/${group}`;

/** A group whose newest version could not be read, and is read again later. */
export const unreadEntry = (group: RepositoryPath): IndexedText => noText(unreadKey(group), UNREAD, { group });

/** The groups that wait to be read again. */
export const unreadGroups = async (index: ReadableIndex): Promise<RepositoryPath[]> => {
  const groups: RepositoryPath[] = [];
  for await (const entries of index.partition(UNREAD))
    for (const { about } of entries) if (typeof about['group'] === 'string') groups.push(about['group']);
  return groups;
};
