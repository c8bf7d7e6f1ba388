import { lastPage, startIndex, type PagePlace } from '../../projections/activity/activity-stream.js';

const CONTEXT = 'http://iiif.io/api/discovery/1/context.json';

const collectionUri = (base: string): string => `${base}/collection`;

const pageLink = (base: string, number: number): object => ({
  id: `${base}/pages/${number}`,
  type: 'OrderedCollectionPage',
});

/** The collection of an activity stream below the base URL (preservation 6.1). Without activities it has no page. */
export const renderActivityCollection = (base: string, count: number): object => ({
  '@context': CONTEXT,
  id: collectionUri(base),
  type: 'OrderedCollection',
  totalItems: count,
  ...(count === 0 ? {} : { first: pageLink(base, 1), last: pageLink(base, lastPage(count)) }),
});

/** One page of it; without a neighbour the member is absent, because readers do not expect null (companion 2.18). */
export const renderActivityPage = (base: string, place: PagePlace, orderedItems: readonly object[]): object => ({
  '@context': CONTEXT,
  ...pageLink(base, place.number),
  startIndex: startIndex(place),
  partOf: { id: collectionUri(base), type: 'OrderedCollection' },
  ...(place.number === 1 ? {} : { prev: pageLink(base, place.number - 1) }),
  ...(place.isLast ? {} : { next: pageLink(base, place.number + 1) }),
  orderedItems,
});
