import type { handleServerStreamingCall } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { denied, streamDeleted } from './errors.js';
import { filterOf } from './filter.js';
import { eventFrame, notFoundFrame, streamNameOf } from './messages.js';
import { misdirected, note, type Node, type ReadCall } from './node.js';
import type { StoredEvent } from './stream.js';
import { streams } from './stubs.js';
import { subscribeToAll } from './subscribe-to-all.js';
import { subscribeToStream } from './subscribe-to-stream.js';
import { send } from './subscription.js';

const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
const isBackwards = (options: ReadReq.Options): boolean => options.getReadDirection() === BACKWARDS;

const sendAll = async (call: ReadCall, events: Iterable<StoredEvent>): Promise<void> => {
  for (const event of events) {
    if (call.cancelled) return;
    await send(call, eventFrame(event));
  }
  call.end();
};

function* forwards(events: readonly StoredEvent[], first: number, wants: (event: StoredEvent) => boolean) {
  const end = events.length;
  for (let index = Math.max(0, first); index < end; index++) if (wants(events[index]!)) yield events[index]!;
}

function* backwards(events: readonly StoredEvent[], last: number, wants: (event: StoredEvent) => boolean) {
  for (let index = last; index >= 0; index--) if (wants(events[index]!)) yield events[index]!;
}

function* atMost<Item>(count: number, items: Iterable<Item>) {
  let taken = 0;
  if (count > 0)
    for (const item of items) {
      yield item;
      if (++taken === count) return;
    }
}

const readStream = async (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const where = options.getStream() ?? new streams.ReadReq.Options.StreamOptions();
  const name = streamNameOf(where.getStreamIdentifier());
  const stream = node.log.stream(name);
  if (stream?.isTombstoned === true) return void call.emit('error', streamDeleted(name));
  if (stream === undefined || stream.isSoftDeleted || stream.last === -1) {
    await send(call, notFoundFrame(name));
    call.end();
    return;
  }
  const isVisible = (event: StoredEvent): boolean => event.revision >= stream.firstVisible;
  const from = where.hasRevision() ? Number(where.getRevision()) : where.hasEnd() ? stream.last : 0;
  const first = stream.events[0]?.revision ?? 0;
  const events = isBackwards(options)
    ? backwards(stream.events, Math.min(from, stream.last) - first, isVisible)
    : forwards(stream.events, (where.hasEnd() ? stream.last + 1 : from) - first, isVisible);
  await sendAll(call, atMost(Number(options.getCount()), events));
};

/** Forwards begins with the event at the position, backwards with the one before it. */
const readAll = async ({ log }: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const where = options.getAll() ?? new streams.ReadReq.Options.AllOptions();
  const filter = filterOf(options.getFilter());
  const position = where.getPosition();
  const start = where.hasEnd() ? log.events.length : 0;
  const index = position === undefined ? start : log.indexOf(BigInt(position.getCommitPosition()));
  const matches = (event: StoredEvent): boolean => filter?.matches(event) ?? true;
  const events = isBackwards(options)
    ? backwards(log.events, index - 1, matches)
    : forwards(log.events, index, matches);
  await sendAll(call, atMost(Number(options.getCount()), events));
};

/** Every way of reading is one method; a subscription is a reading without an end. */
export const read =
  (node: Node): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    const options = call.request.getOptions() ?? new streams.ReadReq.Options();
    note(node, options.hasSubscription() ? 'subscribe' : 'read');
    if (node.faults.wedged !== 'no') return;
    if (node.faults.denied !== 'no') return void call.emit('error', denied(node.faults.denied));
    const error = misdirected(node, call.metadata);
    if (error !== null) return void call.emit('error', error);
    const name = options.hasStream() ? streamNameOf(options.getStream()?.getStreamIdentifier()) : '$all';
    const refusal = node.authorization.refusal(call.metadata, name, '$r');
    if (refusal !== null) return void call.emit('error', refusal);
    const work = options.hasSubscription()
      ? options.hasStream()
        ? subscribeToStream(node, call, options)
        : subscribeToAll(node, call, options)
      : options.hasStream()
        ? readStream(node, call, options)
        : readAll(node, call, options);
    work.catch((error: unknown) => call.emit('error', error));
  };
