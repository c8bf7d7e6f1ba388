import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { codeOf } from '../../../flow/error-code.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';

/** What is known of the processes with which this one shares its log. */
export interface ProcessSurroundings {
  /** The name of a lock that this process holds until its end; null where it has none. */
  readonly lock: string | null;
  /** By which the operator calls at most one process at a time; null without one. */
  readonly name: string | null;
  /** Whether this process alone has the log open: every other one has ended. */
  readonly isAlone: boolean;
}

/** A process among all that ever ran on the machines that share their boot and their table of processes. */
interface PlaceOfProcess {
  /** The boot and the namespace of process numbers. */
  readonly table: string;
  readonly pid: number;
  /** In ticks of the clock since the boot. */
  readonly startedAt: string;
}

/** Null where it cannot be read: no such process, or no such file system. */
const startOf = (pid: number | 'self'): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? null);
  } catch {
    return null;
  }
};

const ownPlace = (): PlaceOfProcess | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
    const startedAt = startOf('self');
    if (namespace === undefined || startedAt === null) return null;
    return { table: `${boot}/${namespace}`, pid: process.pid, startedAt };
  } catch {
    return null;
  }
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
};

/** False where it cannot be told. */
const hasEndedAt = ({ pid, startedAt }: PlaceOfProcess): boolean => {
  const found = startOf(pid);
  return found === null ? !isThere(pid) : found !== startedAt;
};

const PLACE = /;place=([^;:]+)@(\d+)@(\d+)/;
const NAME = /;name=([^;:]*)/;

const placeIn = (holder: string): PlaceOfProcess | null => {
  const [, table, pid, startedAt] = PLACE.exec(holder) ?? [];
  if (table === undefined || pid === undefined || startedAt === undefined) return null;
  return { table, pid: Number(pid), startedAt };
};

const nameIn = (holder: string): string | null => NAME.exec(holder)?.[1] ?? null;

const holderOf = (lock: string | null, name: string | null, place: PlaceOfProcess | null): string =>
  [
    `${hostname()}:${process.pid}:${randomUUID()}`,
    place === null ? '' : `;place=${place.table}@${place.pid}@${place.startedAt}`,
    name === null ? '' : `;name=${encodeURIComponent(name)}`,
    lock === null ? '' : `:${lock}`,
  ].join('');

/**
 * The identity of this process, unique among all that ever ran. It tells of others whether they have ended: of an earlier
 * process with the same lock or the same name, of which there is one at a time, and of one on the same machine, by looking
 * for it.
 */
export const identityOf = (
  { producer, now }: Pick<Dependencies, 'producer' | 'now'>,
  { lock, name, isAlone }: ProcessSurroundings,
): ProcessIdentity => {
  const own = ownPlace();
  const holder = holderOf(lock, name, own);
  const isEarlier = (other: string): boolean =>
    isAlone ||
    (lock !== null && other.endsWith(`:${lock}`)) ||
    (name !== null && nameIn(other) === encodeURIComponent(name));
  const isNoMore = (other: string): boolean => {
    const place = placeIn(other);
    return place !== null && place.table === own?.table && hasEndedAt(place);
  };
  return { holder, hasEnded: (other) => other !== holder && (isEarlier(other) || isNoMore(other)), producer, now };
};
