const ENCODED = /%(?:0A|0D|25)/g;
const NEEDS_ENCODING = /[\r\n]|%(?:0A|0D|25)/;

/**
 * A path as one line: as it is, unless it has a line break, or looks as though it had an encoded one. Line breaks and
 * percent signs are then percent-encoded, as in the manifests of a bag (RFC 8493 section 2.1.3).
 */
export const pathInLine = (path: string): string =>
  NEEDS_ENCODING.test(path) ? path.replace(/[\r\n%]/g, encodeURIComponent) : path;

/** The path that a line may have been made of by `pathInLine`. */
export const pathOfLine = (line: string): string => line.replace(ENCODED, decodeURIComponent);

/** The path with slashes where it may have backslashes as separators. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/');
