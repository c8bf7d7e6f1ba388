import { agentName } from '../../formats/agents/agent-name.js';
import {
  parsePath,
  PathFault,
  segmentsOf,
  slugViolation,
  type RepositoryPath,
} from '../../formats/paths/repository-path.js';

/** Any host and any base path may stand before the part that a URI of the platform is known by (companion 13.2). */
const knownBy = (part: RegExp): RegExp =>
  new RegExp(`^(?:[a-z][a-z0-9+.-]*://[^/?#]+(?:/[^?#]*?)??)?${part.source}$`, part.flags);

const RESOURCE = knownBy(/\/repository(?:\/(.*))?/is);
const DEPOSIT = knownBy(/\/deposits\/([^/?#]+)\/?/i);

/** The text as it is. Throws PathFault where it sets out to be an absolute URI and is none. */
const checked = (uri: string): string => {
  const isUri = URL.canParse(uri) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(uri);
  if (!isUri) throw new PathFault(`'${uri.slice(0, 2_000)}' is not a URI.`);
  return uri;
};

/** The text of a URI after `/repository/`, escaped as it came; the whole text where it is not such a URI. */
const underRoot = (uri: string): string => {
  const found = RESOURCE.exec(checked(uri));
  return found === null ? uri : (found[1] ?? '');
};

/**
 * The repository path of a resource's URI, on whatever host, or of its path alone. Throws PathFault where it cannot be
 * decoded or names no resource below the root.
 */
export const pathOfUri = (uri: string): RepositoryPath => {
  const path = parsePath(underRoot(uri));
  if (path === '') throw new PathFault(`'${uri}' names no resource in the repository.`);
  return path;
};

/** Why an escaped segment cannot name an archival group or a container above one; null when it can. */
const segmentViolation = (escaped: string): string | null => {
  const fault = slugViolation(escaped);
  if (fault !== null) return fault;
  try {
    parsePath(escaped);
    return null;
  } catch (error) {
    if (error instanceof PathFault) return error.message;
    throw error;
  }
};

/** The path of an archival group that a caller names; throws PathFault where a new resource could not stand there. */
export const archivalGroupPathOf = (uri: string): RepositoryPath => {
  const escaped = underRoot(uri).replace(/\/$/, '');
  const faults = segmentsOf(escaped).flatMap((segment) => segmentViolation(segment) ?? []);
  if (faults.length > 0) {
    throw new PathFault(`Archive path '${escaped}' contains invalid characters. ${faults.join(';')}`);
  }
  return pathOfUri(uri);
};

/** A URI on a service as its path there; any other text as it is. */
export const withoutHost = (base: string, uri: string): string =>
  uri.startsWith(`${base}/`) ? uri.slice(base.length) : uri;

/** The last segment of an agent's URI, or the name itself; null where that can be no name. */
export const agentNameOf = (uri: string): string | null => {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return agentName(decodeURIComponent(last));
  } catch {
    return agentName(last);
  }
};

/** Whether a URI or path is of this deposit, on whatever host. Throws PathFault for a text that is no URI. */
export const namesDeposit = (uri: string, depositId: string): boolean => DEPOSIT.exec(checked(uri))?.[1] === depositId;

/** Where an S3 URI points; null where it is none. Escapes are decoded; text with broken ones is taken as it stands. */
export const objectOfS3Uri = (uri: string): { readonly bucket: string; readonly key: string } | null => {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
  if (bucket === undefined || key === undefined) return null;
  try {
    return { bucket, key: decodeURIComponent(key) };
  } catch {
    return { bucket, key };
  }
};
