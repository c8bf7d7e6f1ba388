import { withinDeadline } from '../../../flow/deadline.js';
import type { IdentityRecord } from '../../../formats/identity-records/identity-record.js';
import type { IdentityService } from '../../../formats/identity-records/identity-service.js';

/** The time-out of the identity service (companion 14.3), for both questions together. */
export const WITHIN_MS = 5_000;
/** No identifier is longer. */
const LONGEST = 500;

const find = async (service: IdentityService, term: string): Promise<IdentityRecord | null> => {
  const record = await service.byId(term);
  if (record !== null) return record;
  const [only, ...others] = await service.matching('catirn', term);
  return others.length === 0 ? (only ?? null) : null;
};

/**
 * The identity record that a search term names: by its id, else by its catalogue record number (companion 14.3). Null
 * where it names none or several, and where the service fails.
 */
export const findIdentifier = async (
  service: IdentityService | null,
  text: string,
  withinMs = WITHIN_MS,
): Promise<IdentityRecord | null> => {
  const term = text.trim();
  if (service === null || term.length > LONGEST) return null;
  try {
    return await withinDeadline(find(service, term), { ms: withinMs });
  } catch {
    return null;
  }
};
