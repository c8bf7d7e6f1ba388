import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { caughtUpFrame, streamNameOf } from './messages.js';
import type { Node, ReadCall } from './node.js';
import { serveSubscription } from './subscription.js';

/** Begins after the revision. */
export const subscribeToStream = (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> =>
  serveSubscription(node, call, async (subscription) => {
    const where = options.getStream();
    const name = streamNameOf(where?.getStreamIdentifier());
    const last = node.log.stream(name)?.last ?? -1;
    let next =
      where?.hasRevision() === true ? Number(where.getRevision()) + 1 : where?.hasEnd() === true ? last + 1 : 0;
    let isLive = false;
    while (subscription.isOpen()) {
      const stream = node.log.stream(name);
      next = Math.max(next, stream?.firstVisible ?? 0, stream?.events[0]?.revision ?? 0);
      const event = stream?.at(next);
      if (event !== undefined) {
        next++;
        await subscription.sendEvent(event);
      } else if (!isLive) {
        isLive = true;
        if (!node.faults.withoutCaughtUp) await subscription.send(caughtUpFrame());
      } else {
        await subscription.news();
      }
    }
  });
