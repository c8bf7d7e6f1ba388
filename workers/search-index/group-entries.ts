import type { PublishedVersion } from '../../commands/archival-group/state.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { IndexedText } from '../../projections/search/substring-index.js';
import type { ReadableIndex } from './index-feed.js';
import { soleEntry } from './sole-entry.js';
import { sortableTime } from './sortable-time.js';

/** The newest version of a group: its number, and when it was made. */
type Head = Pick<PublishedVersion, 'version' | 'created'>;

/**
 * What the index of files remembers of groups, in entries without a text, which no search finds. Their keys and
 * partitions begin with a slash, as no path of the repository does. Each stands at the time of the version: very many
 * entries of one time are moved apart again and again while others are put between them.
 */
const noText = (key: string, { partition, created, about }: Omit<IndexedText, 'key' | 'text'>): IndexedText => ({
  ...{ key, partition, about },
  text: '',
  created: sortableTime(created),
});

const versionKey = (group: RepositoryPath): string => `/version/${group}`;

/** The version whose files the index has. */
export const versionEntry = (group: RepositoryPath, { version, created }: Head): IndexedText =>
  noText(versionKey(group), { partition: versionKey(group), created, about: { version } });

export const indexedVersion = async (index: ReadableIndex, group: RepositoryPath): Promise<number | null> => {
  const version = (await soleEntry(index, versionKey(group)))?.about['version'];
  return typeof version === 'number' ? version : null;
};

const UNREAD = '/unread';

export const unreadKey = (group: RepositoryPath): string => `${UNREAD}/${group}`;

/** A group whose newest version could not be read, and is read again later. */
export const unreadEntry = (group: RepositoryPath, { created }: Head): IndexedText =>
  noText(unreadKey(group), { partition: UNREAD, created, about: { group } });

/** The groups that wait to be read again. */
export const unreadGroups = async (index: ReadableIndex): Promise<RepositoryPath[]> => {
  const groups: RepositoryPath[] = [];
  for await (const entries of index.partition(UNREAD))
    for (const { about } of entries) if (typeof about['group'] === 'string') groups.push(about['group']);
  return groups;
};
