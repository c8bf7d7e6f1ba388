/** A key as it is in the path of a request: everything but slashes and unreserved characters of RFC 3986 is escaped. */
export const escapedKey = (key: string): string =>
  key
    .split('/')
    .map((name) =>
      encodeURIComponent(name).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
