import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../../events/import-activity.js';
import { lastFact } from '../../events/last-fact.js';
import type { EventStore } from '../../events/store.js';

/** Activities on a page (storage service 8). */
export const PAGE_SIZE = 100;

export type ImportActivity = Omit<ImportActivityFact['data'], 'source'>;

/** Pages are numbered from 1; of a full page only `isLast` can change. */
export interface ActivityPage {
  readonly number: number;
  /** Oldest first. */
  readonly activities: readonly ImportActivity[];
  readonly isLast: boolean;
}

/** The import jobs that have ended, read directly from their stream, so that they are always up to date. */
export interface ImportActivities {
  count(): Promise<number>;
  /** Null for a page without an activity. */
  page(number: number): Promise<ActivityPage | null>;
}

/** The number of the last page for a number of activities; 0 for none. */
export const lastPage = (count: number): number => Math.ceil(count / PAGE_SIZE);

export const importActivities = (events: EventStore): ImportActivities => ({
  async count() {
    const last = await lastFact<ImportActivityFact>(events, IMPORT_ACTIVITIES);
    return last === null ? 0 : Number(last.revision) + 1;
  },
  async page(number) {
    const from = BigInt(number - 1) * BigInt(PAGE_SIZE);
    const found: ImportActivity[] = [];
    // One more than a page holds, to learn in the same read whether another page follows.
    for await (const { data } of events.read<ImportActivityFact>(IMPORT_ACTIVITIES, { from, limit: PAGE_SIZE + 1 })) {
      found.push(data);
    }
    if (found.length === 0) return null;
    return { number, activities: found.slice(0, PAGE_SIZE), isLast: found.length <= PAGE_SIZE };
  },
});
