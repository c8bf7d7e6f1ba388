import type { GroupActivityFact } from '../../events/group-activity.js';
import type { BaseUrls } from '../uris/base-urls.js';
import { resourceUri, storageResultUri } from '../uris/uris.js';
import { moment } from './moment.js';

/** The object of the placeholder (companion 14.4). */
const NOWHERE = 'https://example.com/archival-group';

/** An activity of the stream of archival groups (preservation 6.2); `seeAlso` is absent where no job made a version. */
export const renderGroupActivity = (
  { preservation, storage }: BaseUrls,
  { type, data: { archivalGroup, jobId, endTime } }: GroupActivityFact,
): object => ({
  type: type === 'ArchivalGroupCreationAnnounced' ? 'Create' : 'Update',
  object: {
    id: archivalGroup === null ? NOWHERE : resourceUri(preservation, archivalGroup),
    type: 'ArchivalGroup',
    ...(archivalGroup === null || jobId === null
      ? {}
      : { seeAlso: [{ id: storageResultUri(storage, jobId, archivalGroup), type: 'ImportJobResult' }] }),
  },
  endTime: moment(endTime),
});
