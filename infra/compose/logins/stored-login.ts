import { isRecord } from '../../../formats/json/json-record.js';

/** A login that is kept for a server. */
export interface StoredLogin {
  /** The origin of the server: its tokens are sent to no other. */
  readonly server: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The absolute path of the secret of a machine; null for a person. */
  readonly secretFile: string | null;
  /** As the server called the caller at the login; null where it had no name for it. */
  readonly user: string | null;
  /** When the login was made, RFC 3339. */
  readonly since: string;
  readonly accessToken: string;
  /** When the access token is not used any more, RFC 3339. */
  readonly until: string;
  /** Null where the login ends with its access token, or is one of a machine. */
  readonly refreshToken: string | null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTime = (value: unknown): boolean => isText(value) && Number.isFinite(Date.parse(value));
/** The characters of a token in a header (RFC 6750, 2.1). */
const isToken = (value: unknown): boolean => isText(value) && /^[\w.~+/-]+=*$/.test(value);

const CHECKS: Readonly<Record<keyof StoredLogin, (value: unknown) => boolean>> = {
  server: (value) => isText(value) && URL.canParse(value) && new URL(value).origin === value,
  issuer: (value) => isText(value) && URL.canParse(value),
  clientId: isText,
  scopes: (value) => Array.isArray(value) && value.every(isText),
  secretFile: isTextOrNull,
  user: isTextOrNull,
  since: isTime,
  accessToken: isToken,
  until: isTime,
  refreshToken: isTextOrNull,
};

/** Reads the text of a file; null where it is no login. */
export const readStoredLogin = (text: string): StoredLogin | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const found = value;
  return Object.entries(CHECKS).every(([key, holds]) => holds(found[key])) ? (found as unknown as StoredLogin) : null;
};
