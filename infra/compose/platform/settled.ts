import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';

interface Loops {
  readonly events: EventStore;
  readonly views: readonly { reached(position: Position, timeoutMs: number): Promise<boolean> }[];
  readonly followers: readonly { reached(position: Position): Promise<void> }[];
  readonly jobRunner: { idle(): Promise<void> };
  readonly broker: { idle(): Promise<void> };
}

const VIEW_MS = 60_000;

/** Resolves when every loop has handled the last fact, no job is running, and no further fact was written meanwhile. */
export const settled = async ({ events, views, followers, jobRunner, broker }: Loops): Promise<void> => {
  for (;;) {
    const head = await events.head();
    if (head !== null) {
      await Promise.all(followers.map((follower) => follower.reached(head)));
      await Promise.all(views.map((view) => view.reached(head, VIEW_MS)));
    }
    await broker.idle();
    await jobRunner.idle();
    if ((await events.head()) === head) return;
  }
};
