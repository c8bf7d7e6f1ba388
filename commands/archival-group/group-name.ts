import { xmlTextViolation } from '../../formats/xml/characters.js';
import { refuse, type Refusal } from '../core/decider.js';

/** Refuses a name that cannot be written to METS, which is XML; null for a usable name. */
export const groupNameRefusal = (name: string | null | undefined): Refusal | null => {
  const violation = xmlTextViolation(name ?? '');
  return violation === null
    ? null
    : refuse('name-unwritable', `archivalGroupName cannot be written to METS: ${violation}.`);
};

/** The name; null where it is missing or blank. */
export const givenName = (name: string | null): string | null => (name === null || name.trim() === '' ? null : name);
