const PATH = String.raw`\/[^\s'"\x60():,;/]+(?:\/[^\s'"\x60():,;/]+)+`;
const BETWEEN_COLONS = new RegExp(`: ${PATH}(?=: )`, 'g');
const ANYWHERE = new RegExp(`(?<![\\w.:/-])${PATH}`, 'g');

/**
 * A message of a tool or of the system for callers, who must not read from it how the server is laid out: of an absolute
 * path only the last name stays, and nothing of one that stands between colons.
 */
export const withoutServerPaths = (message: string): string =>
  message.replace(BETWEEN_COLONS, '').replace(ANYWHERE, (path) => path.slice(path.lastIndexOf('/') + 1));
