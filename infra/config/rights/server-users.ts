import { readFileSync } from 'node:fs';
import { isRecord } from '../../../formats/json/json-record.js';
import { ROLES, type Role } from '../roles.js';

/** A user of the servers, for the processes that have exactly these roles. */
export interface ServerUser {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly password: string;
}

/** The file of users cannot be used; `message` is a sentence that names it. */
export class ServerUsersFault extends Error {
  override name = 'ServerUsersFault';
  readonly code = 'users-invalid';
}

/** Also a key of an S3 store, and part of the names of roles in MongoDB. */
const NAME = /^[a-z][a-z0-9-]{2,59}$/;

const isRole = (name: unknown): name is Role => (ROLES as readonly unknown[]).includes(name);

const readUser = (name: string, entry: unknown): ServerUser | string => {
  if (!NAME.test(name)) return `"${name}" is not 3 to 60 lower-case letters, digits and dashes`;
  if (!isRecord(entry)) return `${name} is not an object`;
  const { roles, password, ...others } = entry;
  const [other] = Object.keys(others);
  if (other !== undefined) return `${name} has an unknown property, ${other}`;
  if (typeof password !== 'string' || password.length < 8) return `${name} has no password of at least 8 characters`;
  if (!Array.isArray(roles) || roles.length === 0 || !roles.every(isRole))
    return `${name} has no list of roles, which are ${ROLES.join(', ')}`;
  return { name, password, roles: ROLES.filter((role) => roles.includes(role)) };
};

/** Reads users from JSON, `{"<name>": {"roles": […], "password": "…"}}`. Throws ServerUsersFault with the first error. */
export const parseServerUsers = (text: string, from: string): readonly ServerUser[] => {
  const refuse = (why: string): ServerUsersFault => new ServerUsersFault(`${from} cannot be used: ${why}.`);
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw refuse('it is not JSON');
  }
  if (!isRecord(entries) || Object.keys(entries).length === 0) throw refuse('it is not a JSON object of users');
  return Object.entries(entries).map(([name, entry]) => {
    const user = readUser(name, entry);
    if (typeof user === 'string') throw refuse(user);
    return user;
  });
};

/** Reads users from a file. Throws ServerUsersFault. */
export const readServerUsers = (path: string): readonly ServerUser[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ServerUsersFault(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return parseServerUsers(text, path);
};
