import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.js';
import { ServiceFault } from './service-fault.js';
import { holdsWithin } from '../support/scheduling/holds-within.js';

/** An installation from nothing, with servers to compile on a slow machine, takes less. */
const PATIENCE_MS = 45 * 60_000;

const holderOf = (lock: string): ProcessIdentity | null => {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Takes away the lock of a process that is gone; one that someone else took in between is put back. */
const clear = (lock: string, dead: ProcessIdentity): void => {
  const aside = `${lock}.${process.pid}.dead`;
  try {
    renameSync(lock, aside);
    const found = holderOf(aside);
    if (found?.pid !== dead.pid || found.born !== dead.born) linkSync(aside, lock);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

/** A link appears with all it says, so that no one ever reads half a lock. */
const take = (lock: string): boolean => {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identityOf(process.pid)));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
};

/**
 * Does the work while no other process does any in this cache folder, and waits for one that does. A holder that was
 * killed holds nothing. Throws ServiceFault after three quarters of an hour of waiting.
 */
export const alone = async <Result>(
  cache: string,
  say: (text: string) => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'lock');
  let told = false;
  const taken = await holdsWithin(() => {
    if (take(lock)) return true;
    const holder = holderOf(lock);
    if (holder !== null && !isRunning(holder)) clear(lock, holder);
    else if (holder !== null && !told) {
      told = true;
      say(`Process ${holder.pid} is at work on the services; waiting for it.`);
    }
    return false;
  }, PATIENCE_MS);
  if (!taken) throw new ServiceFault(`another process did not end its work on the services; its lock is ${lock}`);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
};
