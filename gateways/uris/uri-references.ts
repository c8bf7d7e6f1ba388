import { agentName } from '../../formats/agents/agent-name.js';
import {
  parsePath,
  PathFault,
  segmentsOf,
  slugViolation,
  type RepositoryPath,
} from '../../formats/paths/repository-path.js';

/** Matches a URI of the platform by its last part, with any host and any base path before it (companion 13.2). */
const knownBy = (part: RegExp): RegExp =>
  new RegExp(`^(?:[a-z][a-z0-9+.-]*://[^/?#]+(?:/[^?#]*?)??)?${part.source}$`, part.flags);

const RESOURCE = knownBy(/\/repository(?:\/(.*))?/is);
const DEPOSIT = knownBy(/\/deposits\/([^/?#]+)\/?/i);

const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text);

const isAbsolute = (uri: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(uri);

const shown = (uri: string): string => `'${uri.slice(0, 2_000)}'`;

/** The unchanged text. Throws PathFault where it begins like an absolute URI but is invalid. */
const checked = (uri: string): string => {
  if (isAbsolute(uri) && !URL.canParse(uri)) throw new PathFault(`${shown(uri)} is not a URI.`);
  return uri;
};

/**
 * The text of a URI after `/repository/`, escaped as received; the whole text where it is no absolute URI. Throws
 * PathFault for any other URI.
 */
export const pathUnderRoot = (uri: string): string => {
  const found = RESOURCE.exec(checked(uri));
  if (found !== null) return found[1] ?? '';
  if (!isAbsolute(uri)) return uri;
  const detail = 'is not in the repository: the path of such a URI begins with /repository/.';
  throw new PathFault(`${shown(uri)} ${detail} Give that URI, or the path alone.`);
};

/**
 * The repository path of a resource's URI, on any host, or of its path alone. Throws PathFault where it cannot be
 * decoded or names no resource below the root.
 */
export const pathOfUri = (uri: string): RepositoryPath => {
  const path = parsePath(pathUnderRoot(uri));
  if (path === '') throw new PathFault(`${shown(uri)} names no resource in the repository.`);
  return path;
};

/** Why an escaped segment cannot name an archival group or a container above one; null when it can. */
const segmentViolation = (escaped: string): string | null => {
  const violation = slugViolation(escaped);
  if (violation !== null) return violation;
  try {
    parsePath(escaped);
    return null;
  } catch (error) {
    if (error instanceof PathFault) return error.message;
    throw error;
  }
};

/** The path of an archival group that a caller names. Throws PathFault for a path that a new resource cannot have. */
export const archivalGroupPathOf = (uri: string): RepositoryPath => {
  const escaped = pathUnderRoot(uri).replace(/\/$/, '');
  const faults = segmentsOf(escaped).flatMap((segment) => segmentViolation(segment) ?? []);
  if (faults.length > 0) {
    throw new PathFault(`Archive path '${escaped}' contains invalid characters. ${faults.join(';')}`);
  }
  return pathOfUri(uri);
};

/** The path of a URI on a service; any other text unchanged. */
export const withoutHost = (base: string, uri: string): string =>
  uri.startsWith(`${base}/`) ? uri.slice(base.length) : uri;

/** The last segment of an agent's URI, or the name itself; null where that is not a valid name. */
export const agentNameOf = (uri: string): string | null => {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return agentName(decodeURIComponent(last));
  } catch {
    return agentName(last);
  }
};

/** The name in an agent's URI, or the text itself; '' for a text that can be no agent's. */
export const namedAgent = (text: string): string => (isUri(text) ? agentNameOf(text) : agentName(text)) ?? '';

/** A path with or without `/repository/` before it, or a whole URI; '' for the root. Throws PathFault. */
export const namedPath = (text: string): RepositoryPath =>
  parsePath(pathUnderRoot(text.replace(/^repository(?=\/|$)/i, '/repository')));

/** Whether a URI, on any host, or path names this deposit. Throws PathFault for an invalid URI. */
export const namesDeposit = (uri: string, depositId: string): boolean => DEPOSIT.exec(checked(uri))?.[1] === depositId;

/** The object of an S3 URI; null for another text. Escapes are decoded; a key with invalid ones is unchanged. */
export const objectOfS3Uri = (uri: string): { readonly bucket: string; readonly key: string } | null => {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
  if (bucket === undefined || key === undefined) return null;
  try {
    return { bucket, key: decodeURIComponent(key) };
  } catch {
    return { bucket, key };
  }
};
