export type SearchIndexFaultCode =
  | 'search-busy' // too many searches wait already
  | 'search-timeout' // not answered in time
  | 'index-lost' // the index failed and is opened again, perhaps empty: ask for its position before the next change
  | 'index-full' // no room on the disk; the change was not applied
  | 'index-closed';

/** A failure of the search index; `cause` is the error behind it. */
export class SearchIndexFault extends Error {
  override name = 'SearchIndexFault';
  readonly code: SearchIndexFaultCode;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  constructor(code: SearchIndexFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code !== 'index-closed';
  }
}
