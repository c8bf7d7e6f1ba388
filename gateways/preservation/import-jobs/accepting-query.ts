/** The query of a request that may accept a bag whose files are not those of its manifests. */
export interface AcceptingQuery {
  readonly acceptIncompleteBag: boolean;
}
