import { headOf } from '../../commands/archival-group/state.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { throttle } from '../../flow/throttle.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { IndexChange } from '../../projections/search/substring-index.js';
import { unreadGroups } from './group-entries.js';
import type { FileChanges, GroupHead } from './group-difference.js';
import type { IndexFeed, ReadableIndex } from './index-feed.js';
import { readGroupAgain, readGroupChanges, type GroupReadDependencies } from './read-group-changes.js';

/** Groups read concurrently, as long as they have few files together. */
export const MOST_GROUPS = 32;
const MOST_FILES = 100_000;
/** How often groups that could not be read are tried again, where facts arrive. */
const AGAIN_EVERY_MS = 60_000;

/** A group of a batch, and the position of its first fact there. */
interface ChangedGroup {
  readonly group: RepositoryPath;
  readonly position: Position;
}

interface ReadableGroup extends ChangedGroup, GroupHead {}

/** Groups that are read concurrently and indexed together, and the position of the last of them. */
interface Portion {
  readonly groups: readonly ReadableGroup[];
  readonly position: Position;
}

/** A large group is a portion of its own. */
function* portions(groups: readonly ReadableGroup[]): Generator<Portion> {
  let portion: ReadableGroup[] = [];
  let files = 0;
  for (const [at, each] of groups.entries()) {
    portion.push(each);
    files += each.head.totals.files;
    const next = groups[at + 1];
    const goesOn = portion.length < MOST_GROUPS && next !== undefined && files + next.head.totals.files <= MOST_FILES;
    if (goesOn) continue;
    yield { groups: portion, position: each.position };
    portion = [];
    files = 0;
  }
}

/** The changes of one position, in one. */
const together = (changes: readonly FileChanges[], position: Position): IndexChange => ({
  put: changes.flatMap(({ put }) => put),
  remove: changes.flatMap(({ remove }) => remove),
  position,
});

/** In the order of their first facts, so that after a portion everything up to the first fact of its last group is included. */
const changedBy = (facts: readonly RecordedFact<ArchivalGroupFact>[]): ChangedGroup[] => {
  const first = new Map<RepositoryPath, Position>();
  for (const { type, data, position } of facts)
    if ((type === 'VersionPublished' || type === 'VersionAdopted') && !first.has(data.path))
      first.set(data.path, position);
  return [...first].map(([group, position]) => ({ group, position }));
};

/**
 * The files of the newest version of every archival group, by their repository paths. Several versions of a group are
 * taken together, since only the newest is read.
 */
export const fileFeed = (reading: GroupReadDependencies): IndexFeed<ArchivalGroupFact> => {
  const mayReadAgain = throttle(AGAIN_EVERY_MS, -Infinity);
  let readAgain = 0;

  const withHeads = async <Group extends Pick<ChangedGroup, 'group'>>(
    groups: readonly Group[],
  ): Promise<(Group & GroupHead)[]> => {
    const read = await mapConcurrently(groups, { width: MOST_GROUPS }, async (each) => ({
      ...each,
      head: headOf(await readLedger(reading.events, each.group)),
    }));
    return read.flatMap((each) => (each.head === null ? [] : [{ ...each, head: each.head }]));
  };
  /** Some of the groups that could not be read, others each time. */
  const changesOfUnread = async (index: ReadableIndex, changed: readonly ChangedGroup[]): Promise<FileChanges[]> => {
    if (!mayReadAgain()) return [];
    const known = new Set(changed.map(({ group }) => group));
    const unread = (await unreadGroups(index)).filter((group) => !known.has(group)).sort(compareUtf8);
    const begin = unread.length === 0 ? 0 : readAgain % unread.length;
    const some = [...unread.slice(begin), ...unread.slice(0, begin)].slice(0, MOST_GROUPS);
    readAgain += some.length;
    const heads = await withHeads(some.map((group) => ({ group })));
    return mapConcurrently(heads, { width: MOST_GROUPS }, (at) => readGroupAgain(reading, index, at));
  };

  return {
    categories: ['archivalGroup'],
    async *changes(facts, index, signal) {
      const last = facts.at(-1);
      if (last === undefined) return;
      const changed = changedBy(facts);
      const late = await changesOfUnread(index, changed);
      const heads = await withHeads(changed);
      for (const { groups, position } of portions(heads)) {
        const concurrency = { width: MOST_GROUPS, signal };
        const read = await mapConcurrently(groups, concurrency, (at) => readGroupChanges(reading, index, at, signal));
        if (position < last.position) yield together(read, position);
        else late.push(...read);
      }
      // One position has one change: an index ignores a second one.
      if (changed.length > 0 || late.length > 0) yield together(late, last.position);
    },
  };
};
