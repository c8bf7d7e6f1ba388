import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { filterOf } from './filter.js';
import { caughtUpFrame, checkpointFrame } from './messages.js';
import type { Node, Reading } from './node.js';
import { serveSubscription } from './subscription.js';

const startOf = ({ log }: Node, where: ReadReq.Options.AllOptions | undefined): number => {
  const position = where?.getPosition();
  if (position !== undefined) return log.indexOf(BigInt(position.getCommitPosition()) + 1n);
  return where?.hasEnd() === true ? log.events.length : 0;
};

/**
 * Begins after the position. With a filter, a checkpoint comes after every so many events looked at, and one when the
 * end of the log is reached for the first time.
 */
export const subscribeToAll = (node: Node, call: Reading, options: ReadReq.Options): Promise<void> =>
  serveSubscription(node, call, async (subscription) => {
    const { log, faults } = node;
    const filter = filterOf(options.getFilter());
    let next = startOf(node, options.getAll());
    let sinceCheckpoint = 0;
    let isLive = false;
    const checkpoint = async (): Promise<void> => {
      const considered = log.events[next - 1];
      sinceCheckpoint = 0;
      if (filter !== null && considered !== undefined) await subscription.send(checkpointFrame(considered.position));
    };
    while (subscription.isOpen()) {
      const event = log.events[next];
      if (event !== undefined) {
        next++;
        sinceCheckpoint++;
        if (filter?.matches(event) ?? true) await subscription.sendEvent(event);
        if (sinceCheckpoint === filter?.checkpointEvery) await checkpoint();
      } else if (!isLive) {
        isLive = true;
        if (sinceCheckpoint > 0) await checkpoint();
        if (!faults.withoutCaughtUp) await subscription.send(caughtUpFrame());
      } else {
        await subscription.news();
      }
    }
  });
