import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { confirmationFrame, eventFrame } from './messages.js';
import type { Node, ReadCall } from './node.js';
import type { StoredEvent } from './stream.js';

/** The sending end of a subscription, with its faults. */
export interface Subscription {
  isOpen(): boolean;
  sendEvent(event: StoredEvent): Promise<void>;
  send(frame: ReadResp): Promise<void>;
  /** Resolves after the next append, and when the subscriber is gone. */
  news(): Promise<void>;
}

/** Writes one frame, waiting for a reader that is behind. */
export const send = async (call: ReadCall, frame: ReadResp): Promise<void> => {
  if (call.cancelled || call.destroyed || call.writableEnded) return;
  if (call.write(frame)) return;
  const ended = new AbortController();
  const { signal } = ended;
  const waits = ['drain', 'cancelled', 'close'].map((name) => once(call, name, { signal }).catch(() => undefined));
  await Promise.race(waits);
  ended.abort();
};

/** Confirms a subscription and serves it until its end. */
export const serveSubscription = async (
  { log, faults, open }: Node,
  call: ReadCall,
  serve: (subscription: Subscription) => Promise<void>,
): Promise<void> => {
  let wake: (() => void) | null = null;
  let isOpen = true;
  const ring = (): void => wake?.();
  const close = (): void => {
    isOpen = false;
    ring();
  };
  const deaf = log.onAppended(ring);
  open.add(call);
  call.on('cancelled', close).on('error', close).on('close', close);
  const sendUnlessMuted = async (frame: ReadResp): Promise<void> => {
    if (!faults.muted) await send(call, frame);
  };
  try {
    await sendUnlessMuted(confirmationFrame(randomUUID()));
    await serve({
      isOpen: () => isOpen,
      send: sendUnlessMuted,
      async sendEvent(event) {
        await sendUnlessMuted(eventFrame(event));
        if (faults.deliverTwice) await sendUnlessMuted(eventFrame(event));
      },
      news: () => new Promise((resolve) => (wake = resolve)),
    });
  } finally {
    deaf();
    open.delete(call);
  }
};
