import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessIdentity } from './process-identity.js';
import { ServiceFault } from './service-fault.js';
import type { Credential } from './service.js';

/** What is remembered of one server. */
export interface Entry {
  readonly ports: readonly [number, ...number[]];
  readonly credential: Credential;
  /** Null once it was stopped and its data kept. */
  readonly process: ProcessIdentity | null;
}

/** Servers by name. */
export type State = Readonly<Record<string, Entry>>;

const fileIn = (cache: string): string => join(cache, 'state.json');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isProcess = (value: unknown): boolean =>
  value === null || (isRecord(value) && Number.isInteger(value['pid']) && typeof value['born'] === 'string');

const isCredential = (value: unknown): boolean =>
  isRecord(value) && typeof value['accessKeyId'] === 'string' && typeof value['secretAccessKey'] === 'string';

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  Array.isArray(value['ports']) &&
  value['ports'].length > 0 &&
  value['ports'].every(Number.isInteger) &&
  isCredential(value['credential']) &&
  isProcess(value['process']);

const isState = (value: unknown): value is State => isRecord(value) && Object.values(value).every(isEntry);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  }
};

/** What is remembered below this cache folder; nothing where nothing was. Throws ServiceFault for a damaged file. */
export const readState = (cache: string): State => {
  const file = fileIn(cache);
  const state = parsed(textOf(file));
  if (!isState(state)) throw new ServiceFault(`${file} is damaged: stop the servers by hand and remove it`);
  return state;
};

/** Remembers this, whole or not at all, for the owner's eyes alone. */
export const writeState = (cache: string, state: State): void => {
  mkdirSync(cache, { recursive: true });
  const fresh = `${fileIn(cache)}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, fileIn(cache));
};

/** Changes what is remembered of one server; null forgets it. For the holder of the lock alone. */
export const remember = (cache: string, name: string, entry: Entry | null): void => {
  const others = Object.entries(readState(cache)).filter(([each]) => each !== name);
  writeState(cache, Object.fromEntries(entry === null ? others : [...others, [name, entry]]));
};
