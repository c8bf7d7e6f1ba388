import type { Dependencies } from '../../commands/core/dependencies.js';
import {
  lastPage,
  pagePlace,
  type ActivityFact,
  type ActivityStream,
  type PagePlace,
  type StreamHead,
} from '../../projections/activity/activity-stream.js';
import { entityTag, notModified } from '../http/answer/conditional.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { isNotModified } from '../http/request/conditional-read.js';
import { TimeFault, utcTime } from '../http/request/utc-time.js';
import { json, pathParameter, type Answer, type Call } from '../http/route.js';
import { renderActivityCollection, renderActivityPage } from '../rendering/activity-stream.js';
import type { BaseUrls } from '../uris/base-urls.js';

/** An activity stream as a service shows it. */
export interface ShownActivities<F extends ActivityFact> {
  readonly stream: ActivityStream<F>;
  /** For people: `import activity stream`. */
  readonly name: string;
  /** The URL below which the collection and the pages are. */
  readonly base: () => string;
  readonly render: (fact: F) => object;
  readonly baseUrls: BaseUrls;
  /** The version of the software, which determines what an answer looks like. */
  readonly producer: Dependencies['producer'];
}

/** It may grow at any moment, so a cache has to ask each time. */
const GROWING = 'private, no-cache';
/** It never changes again: a year, as long as a cache keeps anything. */
const COMPLETE = 'private, max-age=31536000, immutable';

/** A number from 1 with at most twelve digits. */
const PAGE_NUMBER = /^[1-9]\d{0,11}$/;

type Surroundings = Pick<ShownActivities<ActivityFact>, 'producer' | 'baseUrls'>;

/** Everything but the state of the stream that an answer depends on. */
const surroundings = ({ producer, baseUrls: { preservation, storage } }: Surroundings): readonly string[] => [
  producer,
  preservation,
  storage,
];

export interface CollectionQuery {
  /** Only activities that ended before this time are counted. An addition of ours. */
  readonly before?: string;
}

/** Throws TimeFault for a date that does not exist. */
const headOf = <F extends ActivityFact>({ stream }: ShownActivities<F>, { before }: CollectionQuery) =>
  before === undefined ? stream.head() : stream.headBefore(utcTime(before));

/**
 * The collection (preservation 6.1, storage service 2.3); its entity tag follows from the last activity. Of the
 * activities before a time, `last` is the page with the last of them.
 */
export const activityCollectionAnswer = async <F extends ActivityFact>(
  call: Call<CollectionQuery>,
  shown: ShownActivities<F>,
): Promise<Answer> => {
  let head: StreamHead;
  try {
    head = await headOf(shown, call.query);
  } catch (error) {
    if (error instanceof TimeFault) return badRequest(error.message);
    throw error;
  }
  const { count, lastId } = head;
  const headers = { ETag: entityTag(...surroundings(shown), count, lastId ?? ''), 'Cache-Control': GROWING };
  if (isNotModified(call.header, { etag: headers.ETag, lastModified: null })) return notModified(headers);
  return json(200, renderActivityCollection(shown.base(), count), headers);
};

const pageHeaders = (shown: Surroundings, { number, size, isLast }: PagePlace, lastId: string | null) => ({
  ETag: entityTag(...surroundings(shown), number, size, isLast, lastId ?? ''),
  'Cache-Control': isLast ? GROWING : COMPLETE,
});

/**
 * One page, oldest first; 404 for a number without a page. Its entity tag follows from its place in the stream and its
 * last activity, so that an unchanged page is not read, and a page of another log (after a restore) is another one.
 */
export const activityPageAnswer = async <F extends ActivityFact>(
  call: Call,
  shown: ShownActivities<F>,
): Promise<Answer> => {
  const number = pathParameter(call, 'pageNumber');
  const { count } = await shown.stream.head();
  const place = PAGE_NUMBER.test(number) ? pagePlace(Number(number), count) : null;
  if (place === null) return notFound(lackingPage(shown.name, number, count));
  const headers = pageHeaders(shown, place, await shown.stream.lastIdOf(place));
  if (isNotModified(call.header, { etag: headers.ETag, lastModified: null })) return notModified(headers);
  const activities = await shown.stream.page(place);
  return json(200, renderActivityPage(shown.base(), place, activities.map(shown.render)), headers);
};

const lackingPage = (name: string, number: string, count: number): string => {
  const pages = count === 0 ? 'it has none yet' : `its pages are 1 to ${lastPage(count)}`;
  return `The ${name} has no page ${number}: ${pages}`;
};
