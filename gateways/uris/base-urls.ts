/** The base URLs of the two services, as clients use them; no slash at the end. */
export interface BaseUrls {
  readonly preservation: string;
  readonly storage: string;
}
