import { refused, success, type Result } from '../../flow/result.js';
import { isRecord } from '../json/json-record.js';

/** The fields of an identity record, as the identity service names them (companion 14.3). */
export const IDENTITY_FIELDS = [
  'id',
  'epid',
  'created',
  'updated',
  'catirn',
  'desc',
  'status',
  'title',
  'catalogueapiuri',
  'manifesturi',
  'repositoryuri',
] as const;

export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** What an institution's identity service knows of an object under one identifier; null where a field is unknown. */
export type IdentityRecord = { readonly id: string } & Readonly<Record<Exclude<IdentityField, 'id'>, string | null>>;

/** A field's value: text, or a number as text; null where it is missing or blank; undefined for anything else. */
const fieldOf = (value: unknown): string | null | undefined => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return value.trim() === '' ? null : value;
};

/** Reads a record from parsed JSON and ignores other fields; refused with a sentence that says what is wrong. */
export const readIdentityRecord = (value: unknown): Result<IdentityRecord, string> => {
  if (!isRecord(value)) return refused('An identity record is a JSON object.');
  const fields = IDENTITY_FIELDS.map((field) => [field, fieldOf(value[field])] as const);
  const wrong = fields.find(([, text]) => text === undefined);
  if (wrong !== undefined) return refused(`The field ${wrong[0]} of an identity record is a text.`);
  const record = Object.fromEntries(fields) as Readonly<Record<IdentityField, string | null>>;
  const { id } = record;
  return id === null ? refused('An identity record has an id.') : success({ ...record, id });
};
