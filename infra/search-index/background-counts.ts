import type { IndexSession } from './index-session.js';
import type { KeptCounts } from './tables/kept-counts.js';

/** Counts on their way to the writer; further ones are not kept. */
const MOST_KEEPING = 8;

/** What the writer does besides changes, so that later searches need not count. What fails is left for the next time. */
export interface BackgroundCounts {
  keep(kept: KeptCounts): void;
  /** Counts frequent parts, block by block with a rest before each, until they are known of all blocks. */
  count(): void;
  stop(): void;
}

export const backgroundCounts = (session: IndexSession, restMs: number): BackgroundCounts => {
  let keeping = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const countBlock = async (): Promise<void> => {
    let isMore = false;
    try {
      const { writer } = await session.threads();
      isMore = await writer.ask<boolean>({ kind: 'count-parts' });
    } catch {
      isMore = false;
    }
    timer = null;
    if (isMore) count();
  };
  const count = (): void => {
    if (!isStopped) timer ??= setTimeout(() => void countBlock(), restMs).unref();
  };

  return {
    keep(kept) {
      if (keeping >= MOST_KEEPING || isStopped) return;
      keeping++;
      const done = (): number => keeping--;
      session
        .threads()
        .then(({ writer }) => writer.ask({ kind: 'keep', kept }))
        .then(done, done);
    },
    count,
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};
