/** Where clients reach the two services; no slash at the end. */
export interface BaseUrls {
  readonly preservation: string;
  readonly storage: string;
}
