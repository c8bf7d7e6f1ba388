import { timeLimit } from '../../flow/time-limit.js';
import type { AskStorageService } from '../../gateways/preservation/connectivity/check-storage-service.js';
import { readBounded } from '../http/read-bounded.js';

const LONGEST_CHECK = 64 * 1024;

const parse = (body: Buffer | null): unknown => {
  try {
    return body === null ? null : (JSON.parse(body.toString()) as unknown);
  } catch {
    return null;
  }
};

/**
 * Asks the storage service at a base address, which is read for each request. Follows no redirect, since the headers
 * name the caller. An answer that is no JSON, or has more than `most` bytes, is null.
 */
export const askStorageServiceAt =
  (base: () => string, most = LONGEST_CHECK): AskStorageService =>
  async (path, headers, timeoutMs) => {
    const address = base() + path;
    const signal = timeLimit(timeoutMs);
    const response = await fetch(address, { headers, signal, redirect: 'manual' }).catch((cause: unknown) => {
      const why = signal.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
      throw new Error(`The storage service ${why} at ${address}.`, { cause });
    });
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      throw new Error(`The storage service answered with status ${status} at ${address}.`);
    }
    const body = await readBounded(response, most).catch((cause: unknown) => {
      throw new Error(`The answer of the storage service at ${address} broke off.`, { cause });
    });
    return parse(body);
  };
