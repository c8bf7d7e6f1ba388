/** The base URLs of the two services, as clients use them; no slash at the end. */
export interface BaseUrls {
  readonly preservation: string;
  readonly storage: string;
}

/** A path of a service under every host name that leads to it: after the path of its base URL, where that has one. */
export const publicPath = (base: string, path: string): string => new URL(base).pathname.replace(/\/$/, '') + path;
