import type { ImportRequest } from '../../../events/archival-group.js';

/** What is asked of an import about which nothing is special. */
export const PLAIN_REQUEST: ImportRequest = {
  importJob: null,
  originalImportJob: null,
  isUpdate: null,
  archivalGroupName: 'A group',
  source: null,
  suppressActivityStreamEvent: false,
  createdBy: 'ada',
};
