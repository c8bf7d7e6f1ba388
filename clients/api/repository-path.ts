import {
  escapeName,
  nameViolation,
  parsePath,
  PathFault,
  reservedNameViolation,
  slugViolation,
} from '../../formats/paths/repository-path.js';
import { xmlTextViolation } from '../../formats/xml/characters.js';

/*
 * The service's rules for names, so that a client can report an invalid name before it uploads anything. The service
 * checks all of this again.
 */

/**
 * The slug for a typed name: characters that slugs cannot contain are escaped, and typed escapes are kept. `.`, `..`
 * and an empty name are not changed; `slugsViolation` refuses them.
 */
export const typedSlug = (typed: string): string =>
  typed.replace(/%(?![0-9A-Fa-f]{2})|[^0-9A-Za-z().\-_%]+/gu, escapeName);

/** Why a file or folder with this name cannot be preserved; null when it can. */
export const fileNameViolation = (name: string): string | null => nameViolation(name) ?? xmlTextViolation(name);

/** Why escaped slugs cannot be the path of a new resource (preservation 2.2, companion 3.1); null when they can. */
export const slugsViolation = (slugs: readonly string[]): string | null => {
  const violation = slugs.map(slugViolation).find((each) => each !== null);
  if (violation !== undefined) return violation;
  try {
    return reservedNameViolation(parsePath(slugs.join('/')));
  } catch (error) {
    if (error instanceof PathFault) return error.message;
    throw error;
  }
};
