import {
  lastPage,
  PAGE_SIZE,
  type ActivityPage,
  type ImportActivity,
} from '../../projections/import-activities/import-activities.js';
import { moment } from './moment.js';
import { resourceUri, storageResultUri } from '../uris/uris.js';

const CONTEXT = 'http://iiif.io/api/discovery/1/context.json';

const collectionUri = (storage: string): string => `${storage}/activity/importjobs/collection`;

const pageLink = (storage: string, number: number): object => ({
  id: `${storage}/activity/importjobs/pages/${number}`,
  type: 'OrderedCollectionPage',
});

/** The collection of the activity stream (storage service 2.3). Without activities it has no page. */
export const renderActivityCollection = (storage: string, count: number): object => ({
  '@context': CONTEXT,
  id: collectionUri(storage),
  type: 'OrderedCollection',
  totalItems: count,
  ...(count === 0 ? {} : { first: pageLink(storage, 1), last: pageLink(storage, lastPage(count)) }),
});

/** One page of it; without a neighbour the member is absent, because readers do not expect null (companion 2.18). */
export const renderActivityPage = (storage: string, { number, activities, isLast }: ActivityPage): object => ({
  '@context': CONTEXT,
  ...pageLink(storage, number),
  startIndex: (number - 1) * PAGE_SIZE,
  partOf: { id: collectionUri(storage), type: 'OrderedCollection' },
  ...(number === 1 ? {} : { prev: pageLink(storage, number - 1) }),
  ...(isLast ? {} : { next: pageLink(storage, number + 1) }),
  orderedItems: activities.map((activity) => renderActivity(storage, activity)),
});

const renderActivity = (storage: string, { jobId, archivalGroup, startTime, endTime }: ImportActivity): object => ({
  type: 'Update',
  object: {
    id: storageResultUri(storage, jobId, archivalGroup),
    type: 'ImportJob',
    seeAlso: [{ id: resourceUri(storage, archivalGroup), type: 'ArchivalGroup' }],
  },
  startTime: moment(startTime),
  endTime: moment(endTime),
});
