import type { ImportActivityFact } from '../../events/import-activity.js';
import { resourceUri, storageResultUri } from '../uris/uris.js';
import { moment } from './moment.js';

/** An activity of the stream of import jobs (storage service 2.3). */
export const renderImportActivity = (storage: string, { data }: ImportActivityFact): object => ({
  type: 'Update',
  object: {
    id: storageResultUri(storage, data.jobId, data.archivalGroup),
    type: 'ImportJob',
    seeAlso: [{ id: resourceUri(storage, data.archivalGroup), type: 'ArchivalGroup' }],
  },
  startTime: moment(data.startTime),
  endTime: moment(data.endTime),
});
