import { withinDeadline } from '../../flow/deadline.js';
import { withoutServerPaths } from '../../formats/paths/without-server-paths.js';

/** The names by which existing clients know the checks (companion 1.3). */
export const CHECKS = {
  repository: 'Digital Preservation Back End',
  storageBucket: 'Storage API Read S3',
  workspaceBucket: 'Preservation API Read S3',
} as const;

/** Whether a part of the platform can be reached (ConnectivityCheckResult); `error` says why not, else null. */
export interface ConnectivityCheck {
  readonly name: string;
  readonly success: boolean;
  readonly error: string | null;
}

/** How long a check may take; one that takes longer has failed. */
export const CHECK_WITHIN_MS = 5_000;

export const failedCheck = (name: string, error: unknown): ConnectivityCheck => ({
  name,
  success: false,
  error: withoutServerPaths(error instanceof Error ? error.message : String(error)),
});

/**
 * A check that succeeds if `attempt` resolves in time. Requests that come while an attempt is running wait for that one,
 * so that a server that hangs is not asked by each of them.
 */
export const connectivityCheck = (
  name: string,
  attempt: () => Promise<void>,
  ms = CHECK_WITHIN_MS,
): (() => Promise<ConnectivityCheck>) => {
  let running: Promise<void> | null = null;
  return async () => {
    running ??= attempt().finally(() => (running = null));
    const fault = () => new Error(`There was no answer within ${ms} ms.`);
    try {
      await withinDeadline(running, { ms, fault });
      return { name, success: true, error: null };
    } catch (error) {
      return failedCheck(name, error);
    }
  };
};
