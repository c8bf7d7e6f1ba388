import { parsePath, PathFault, slugFault, type RepositoryPath } from '../formats/paths/repository-path.js';

/** The text of a URI after `/repository/`, escaped as it came; the whole text where it is not such a URI. */
const underRoot = (uri: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*)?\/repository\/?(.*)$/is.exec(uri)?.[1] ?? uri;

/**
 * The repository path of a resource's URI, on whatever host, or of its path alone. Throws PathFault where it cannot be
 * decoded or names no resource below the root.
 */
export const pathOfUri = (uri: string): RepositoryPath => {
  const path = parsePath(underRoot(uri));
  if (path === '') throw new PathFault(`'${uri}' names no resource in the repository.`);
  return path;
};

/** The path of an archival group that a caller names; throws PathFault where a new resource could not stand there. */
export const archivalGroupPathOf = (uri: string): RepositoryPath => {
  const escaped = underRoot(uri).replace(/\/$/, '');
  const faults = escaped.split('/').flatMap((slug) => slugFault(slug) ?? []);
  if (faults.length > 0) {
    throw new PathFault(`Archive path '${escaped}' contains invalid characters. ${faults.join(';')}`);
  }
  return pathOfUri(uri);
};

/** The last segment of an agent's URI, or the name itself. */
export const agentNameOf = (uri: string): string => {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/** Whether a URI or path is of this deposit, on whatever host. */
export const namesDeposit = (uri: string, depositId: string): boolean => {
  const [, id] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*)?\/deposits\/([^/?#]+)\/?$/i.exec(uri) ?? [];
  return id === depositId;
};

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
