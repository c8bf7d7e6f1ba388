import type { Fact, RecordedFact } from '../../events/envelope.js';
import { GROUP_ACTIVITIES, PLACEHOLDER, type GroupActivityFact } from '../../events/group-activity.js';
import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../../events/import-activity.js';
import { lastFact } from '../../events/last-fact.js';
import type { EventStore } from '../../events/store.js';
import { waitForAnnounced, type WaitForAnnouncement } from './announced.js';

/** Activities on a page (preservation 8, storage service 8). */
export const PAGE_SIZE = 100;

/** A fact of an activity stream; `source` is the position of what it announces, or null. */
export type ActivityFact = Fact<string, { readonly source: string | null; readonly endTime: string }>;

/** The place of a page in its stream. Pages are numbered from 1; a page that is not the last one never changes. */
export interface PagePlace {
  readonly number: number;
  /** How many activities are on it. */
  readonly size: number;
  readonly isLast: boolean;
}

/** How many activities there are, and the id of the last one's fact; null where that is not written yet. */
export interface StreamHead {
  readonly count: number;
  readonly lastId: string | null;
}

/** Activities in their order, read directly from their stream of facts, so that they are always up to date. */
export interface ActivityStream<F extends ActivityFact> {
  head(): Promise<StreamHead>;
  /**
   * How many activities ended before a time (UTC, with seven fractional digits), and the id of the last of them. Each ends
   * later than the one before, so that it is found by reading about as many facts as their number has binary digits.
   */
  headBefore(time: string): Promise<StreamHead>;
  /** The id of the fact that is the last activity of a page: it tells apart pages of the same place in two logs. */
  lastIdOf(place: PagePlace): Promise<string | null>;
  /** The activities of a page, oldest first. */
  page(place: PagePlace): Promise<readonly F[]>;
  readonly announced: WaitForAnnouncement;
}

/** The number of the last page for a number of activities; 0 for none. */
export const lastPage = (count: number): number => Math.ceil(count / PAGE_SIZE);

/** Null for a page without an activity. */
export const pagePlace = (number: number, count: number): PagePlace | null => {
  const last = lastPage(count);
  if (number < 1 || number > last) return null;
  return { number, size: Math.min(PAGE_SIZE, count - (number - 1) * PAGE_SIZE), isLast: number === last };
};

/** The index of a page's first activity in the whole stream, from 0. */
export const startIndex = ({ number }: Pick<PagePlace, 'number'>): number => (number - 1) * PAGE_SIZE;

/** `beginning` is what the stream shows before its first fact, and begins with. */
const activityStream = <F extends ActivityFact>(
  events: EventStore,
  stream: string,
  beginning: readonly F[] = [],
): ActivityStream<F> => {
  const factAt = async (index: number): Promise<RecordedFact<F> | null> => {
    for await (const fact of events.read<F>(stream, { from: BigInt(index), limit: 1 })) return fact;
    return null;
  };
  return {
    async head() {
      const last = await lastFact<F>(events, stream);
      if (last === null) return { count: beginning.length, lastId: null };
      return { count: Number(last.revision) + 1, lastId: last.id };
    },
    async headBefore(time) {
      const last = await lastFact<F>(events, stream);
      if (last === null) return { count: beginning.filter(({ data }) => data.endTime < time).length, lastId: null };
      let [count, end, lastId]: [number, number, string | null] = [0, Number(last.revision) + 1, null];
      while (count < end) {
        const middle = Math.floor((count + end) / 2);
        const fact = await factAt(middle);
        if (fact === null || fact.data.endTime >= time) end = middle;
        else [count, lastId] = [middle + 1, fact.id];
      }
      return { count, lastId };
    },
    async lastIdOf(place) {
      return (await factAt(startIndex(place) + place.size - 1))?.id ?? null;
    },
    async page(place) {
      const found: F[] = [];
      const from = BigInt(startIndex(place));
      for await (const fact of events.read<F>(stream, { from, limit: place.size })) found.push(fact);
      return found.length === 0 ? beginning : found;
    },
    announced: waitForAnnounced(async () => (await lastFact<F>(events, stream))?.data.source ?? null),
  };
};

/** The import jobs that have ended. */
export const importActivities = (events: EventStore): ActivityStream<ImportActivityFact> =>
  activityStream(events, IMPORT_ACTIVITIES);

/** What happened to archival groups. */
export const groupActivities = (events: EventStore): ActivityStream<GroupActivityFact> =>
  activityStream(events, GROUP_ACTIVITIES, [PLACEHOLDER]);
