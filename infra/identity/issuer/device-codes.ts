import { randomBytes, randomInt } from 'node:crypto';

/** Consonants alone make no words and no doubts (RFC 8628, 6.1); eight of them are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const LIFE_SECONDS = 900;
const INTERVAL_SECONDS = 1;
/** What a client has to wait longer after each request that came too early (RFC 8628, 3.5). */
const SLOWER_SECONDS = 5;
/** How much earlier than agreed a request may come: clocks and connections differ. */
const TOLERANCE_MS = 200;
const MOST_PENDING = 100;
/** Wrong codes that can be typed within the life of a code. */
const MOST_WRONG = 10;

/** What a client begins with (RFC 8628, 3.2). */
export interface DeviceCode {
  readonly deviceCode: string;
  /** For people, as `BDWP-HQPK`. */
  readonly userCode: string;
  readonly seconds: number;
  readonly intervalSeconds: number;
}

/** Errors of the token endpoint while a client waits (RFC 8628, 3.5). */
export type WaitingError = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

/** The codes of clients that wait for a person, in memory. */
export interface DeviceCodes {
  /** Null while too many wait. */
  begin(clientId: string): DeviceCode | null;
  /** Answers a code that was typed, for a user or, with null, for nobody; `later` after too many wrong ones. */
  decide(typed: string, user: string | null): 'decided' | 'unknown' | 'later';
  /** What a waiting client is answered; a code that was decided is good once. */
  poll(deviceCode: string, clientId: string): { readonly user: string } | { readonly error: WaitingError };
}

interface Pending {
  readonly userCode: string;
  readonly clientId: string;
  readonly until: number;
  intervalMs: number;
  polledAt: number;
  decision: { readonly user: string | null } | null;
}

const newUserCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** `BDWP-HQPK`. */
const shown = (userCode: string): string => `${userCode.slice(0, 4)}-${userCode.slice(4)}`;

/** As people type it: in any casing, with or without the hyphen. */
const normalised = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');

/** `now` is in milliseconds. */
export const deviceCodes = (now: () => number): DeviceCodes => {
  const pending = new Map<string, Pending>();
  let wrong: number[] = [];
  const isOver = ({ until }: Pending): boolean => now() >= until;
  /** Those that are over are remembered for a while, so that their clients are told. */
  const makeRoom = (): void => {
    for (const [deviceCode, each] of pending) {
      const isForgotten = now() >= each.until + LIFE_SECONDS * 1_000;
      if (isForgotten || (isOver(each) && pending.size >= MOST_PENDING)) pending.delete(deviceCode);
    }
  };
  return {
    begin(clientId) {
      makeRoom();
      if (pending.size >= MOST_PENDING) return null;
      const deviceCode = randomBytes(32).toString('base64url');
      const userCode = newUserCode();
      const until = now() + LIFE_SECONDS * 1_000;
      const intervalMs = INTERVAL_SECONDS * 1_000;
      pending.set(deviceCode, { userCode, clientId, until, intervalMs, polledAt: -Infinity, decision: null });
      const seconds = LIFE_SECONDS;
      return { deviceCode, userCode: shown(userCode), seconds, intervalSeconds: INTERVAL_SECONDS };
    },
    decide(typed, user) {
      wrong = wrong.filter((at) => now() - at < LIFE_SECONDS * 1_000);
      if (wrong.length >= MOST_WRONG) return 'later';
      const userCode = normalised(typed);
      const found = [...pending.values()].find((each) => each.userCode === userCode);
      if (found === undefined || isOver(found) || found.decision !== null) {
        wrong.push(now());
        return 'unknown';
      }
      found.decision = { user };
      return 'decided';
    },
    poll(deviceCode, clientId) {
      const found = pending.get(deviceCode);
      if (found?.clientId !== clientId) return { error: 'invalid_grant' };
      if (isOver(found)) return { error: 'expired_token' };
      const isEarly = now() - found.polledAt < found.intervalMs - TOLERANCE_MS;
      found.polledAt = now();
      if (isEarly) {
        found.intervalMs += SLOWER_SECONDS * 1_000;
        return { error: 'slow_down' };
      }
      if (found.decision === null) return { error: 'authorization_pending' };
      pending.delete(deviceCode);
      const { user } = found.decision;
      return user === null ? { error: 'access_denied' } : { user };
    },
  };
};
