import { xmlTextViolation } from '../../formats/xml/characters.js';
import { refuse, type Refusal } from '../core/decider.js';

/** Why an archival group cannot have this name, which the METS made for it would have to hold; null when it can. */
export const groupNameRefusal = (name: string | null | undefined): Refusal | null => {
  const fault = xmlTextViolation(name ?? '');
  return fault === null ? null : refuse('name-unwritable', `archivalGroupName cannot be written to METS: ${fault}.`);
};

/** What an archival group is to be called; null for a name that says nothing. */
export const givenName = (name: string | null): string | null => (name === null || name.trim() === '' ? null : name);
