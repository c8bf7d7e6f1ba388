import { codeOf } from '../../../flow/error-code.js';
import { pause } from '../../../flow/pause.js';
import { ArchiveInUse, archiveHolder } from './archive-in-use.js';

/** How long an archive is waited for that another process uses, unless its user says otherwise. */
export const USUAL_WAIT_MS = 10_000;

const LOOK_EVERY_MS = 100;

/** A data folder and its log, and how long they are waited for. */
export interface WaitedArchive {
  readonly folder: string;
  readonly log: string;
  readonly waitMs: number;
  /** Ends the wait, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens what has a lock, and tries again while another process has it. Rejects with ArchiveInUse where that lasts, at once
 * where a platform has it that answers, since that does not end by itself; and with what else `open` throws.
 */
export const whenFree = async <Opened>(
  { folder, log, waitMs, signal }: WaitedArchive,
  open: () => Opened,
): Promise<Opened> => {
  const begun = performance.now();
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (codeOf(error) !== 'store-in-use') throw error;
      const waitedMs = performance.now() - begun;
      const holder = await archiveHolder(folder, log);
      if (holder.served !== null) throw new ArchiveInUse(folder, holder, 0, { cause: error });
      if (waitedMs >= waitMs) throw new ArchiveInUse(folder, holder, waitedMs, { cause: error });
      await pause(Math.min(LOOK_EVERY_MS, waitMs - waitedMs), signal);
      signal?.throwIfAborted();
    }
  }
};
