import type { handleUnaryCall } from '@grpc/grpc-js';
import type { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import { handlerThrew, streamDeleted, wrongExpectedVersion } from './errors.js';
import type { Outcome } from './log.js';
import { expectationOf, streamNameOf } from './messages.js';
import { note, type Node } from './node.js';
import { streams } from './stubs.js';

const pairOf = <Pair extends { setCommitPosition(text: string): unknown; setPreparePosition(text: string): unknown }>(
  pair: Pair,
  position: bigint,
): Pair => {
  pair.setCommitPosition(`${position}`);
  pair.setPreparePosition(`${position}`);
  return pair;
};

const errorOf = (outcome: Exclude<Outcome, { kind: 'success' }>, stream: string, expected: string) => {
  switch (outcome.kind) {
    case 'stream-deleted':
      return streamDeleted(stream);
    case 'no-answer':
      return handlerThrew();
    case 'wrong-expected-version':
      return wrongExpectedVersion(stream, expected, outcome.revision);
  }
};

/** A deletion after which the stream may begin again. */
export const softDelete =
  (node: Node): handleUnaryCall<DeleteReq, DeleteResp> =>
  ({ request, metadata }, answer) => {
    note(node, 'delete');
    const options = request.getOptions() ?? new streams.DeleteReq.Options();
    const stream = streamNameOf(options.getStreamIdentifier());
    const refusal = node.authorization.refusal(metadata, stream, '$d');
    if (refusal !== null) {
      answer(refusal);
      return;
    }
    const outcome = node.log.softDelete(stream, expectationOf(options, options.getRevision()));
    if (outcome.kind !== 'success') {
      answer(errorOf(outcome, stream, options.getRevision()));
      return;
    }
    const response = new streams.DeleteResp();
    response.setPosition(pairOf(new streams.DeleteResp.Position(), outcome.position ?? 0n));
    answer(null, response);
  };

/** A deletion for ever. */
export const tombstone =
  (node: Node): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  ({ request, metadata }, answer) => {
    note(node, 'tombstone');
    const options = request.getOptions() ?? new streams.TombstoneReq.Options();
    const stream = streamNameOf(options.getStreamIdentifier());
    const refusal = node.authorization.refusal(metadata, stream, '$d');
    if (refusal !== null) {
      answer(refusal);
      return;
    }
    const outcome = node.log.tombstone(stream, expectationOf(options, options.getRevision()));
    if (outcome.kind !== 'success') {
      answer(errorOf(outcome, stream, options.getRevision()));
      return;
    }
    const response = new streams.TombstoneResp();
    response.setPosition(pairOf(new streams.TombstoneResp.Position(), outcome.position ?? 0n));
    answer(null, response);
  };
