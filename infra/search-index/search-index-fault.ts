import { faultClass } from '../../flow/fault.js';

export type SearchIndexFaultCode =
  | 'search-busy' // too many searches wait already
  | 'search-timeout' // not answered in time
  | 'index-lost' // the index failed and is opened again, perhaps empty: ask for its position before the next change
  | 'index-full' // no room on the disk; the change was not applied
  | 'index-closed';

/** A failure of the search index; `cause` is the error behind it. */
export class SearchIndexFault extends faultClass<SearchIndexFaultCode>('SearchIndexFault', [
  'search-busy',
  'search-timeout',
  'index-lost',
  'index-full',
]) {}
