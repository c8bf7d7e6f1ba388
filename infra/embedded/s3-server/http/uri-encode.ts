/** Escapes all but RFC 3986's unreserved characters, as Signature Version 4 wants it. */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** As `uriEncode`, for a path or key, whose slashes are kept. */
export const uriEncodePath = (path: string): string =>
  /^[A-Za-z0-9\-._~/]*$/.test(path) ? path : path.split('/').map(uriEncode).join('/');
