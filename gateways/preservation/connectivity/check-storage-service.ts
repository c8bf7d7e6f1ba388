import { isRecord } from '../../../formats/json/json-record.js';
import { json, route, type Call, type Route } from '../../http/route.js';
import { forwardedHeaders } from './forwarded-headers.js';
import { CHECKS, CHECK_WITHIN_MS, failedCheck, type ConnectivityCheck } from '../../service/connectivity-check.js';

/**
 * Gets a JSON document at a path of the storage service. Rejects, with a message for the caller, in `timeoutMs` at the
 * latest, and for every status but 200.
 */
export type AskStorageService = (
  path: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
) => Promise<unknown>;

const checkOf = (name: string, answer: unknown): ConnectivityCheck => {
  const { success = null, error = null } = isRecord(answer) ? answer : {};
  if (success === true) return { name, success, error: null };
  const isCheck = success === false && typeof error === 'string';
  return failedCheck(name, isCheck ? error : 'The storage service gave an answer of another form.');
};

/** A check that the storage service makes, asked for as the caller, over HTTP. */
const checkThere =
  (ask: AskStorageService, name: string, path: string) =>
  async (call: Call): Promise<ConnectivityCheck> => {
    try {
      return checkOf(name, await ask(path, forwardedHeaders(call), 2 * CHECK_WITHIN_MS));
    } catch (error) {
      return failedCheck(name, error);
    }
  };

/** Whether the storage service can be reached, and can reach the repository (companion 1.3). */
export const checkStorageService = (ask: AskStorageService): Route => {
  const check = checkThere(ask, CHECKS.repository, '/repo');
  return route('checkStorageService', async (call) => json(200, await check(call)));
};

/** Whether the storage service can read its bucket (companion 1.3). */
export const checkStorageBucket = (ask: AskStorageService): Route => {
  const check = checkThere(ask, CHECKS.storageBucket, '/storagecheck');
  return route('checkStorageBucket', async (call) => json(200, await check(call)));
};
