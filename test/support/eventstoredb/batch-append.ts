import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expectation } from './decide.js';
import { bytesOf, expectationOf, newEventOf, streamIdentifier, streamNameOf, uuidText } from './messages.js';
import { appendAmidFaults, note, type BatchAppendCall, type Node } from './node.js';
import type { NewEvent } from './stream.js';
import { codes, newAny, newGoogleEmpty, shared, status, streams } from './stubs.js';

interface PendingAppend {
  readonly options: BatchAppendReq.Options;
  readonly events: NewEvent[];
}

const success = (revision: number, position: bigint | null): BatchAppendResp => {
  const answer = new streams.BatchAppendResp.Success();
  if (revision === -1) answer.setNoStream(newGoogleEmpty());
  else answer.setCurrentRevision(`${revision}`);
  if (position === null) answer.setNoPosition(newGoogleEmpty());
  else {
    const pair = new shared.AllStreamPosition();
    pair.setCommitPosition(`${position}`);
    pair.setPreparePosition(`${position}`);
    answer.setPosition(pair);
  }
  const response = new streams.BatchAppendResp();
  response.setSuccess(answer);
  return response;
};

/** An error's detail is one message packed with its full name. */
const failure = (name: string, detail: { serializeBinary(): Uint8Array }): BatchAppendResp => {
  const packed = newAny();
  packed.pack(detail.serializeBinary(), `event_store.client.${name}`);
  const error = new status.Status();
  error.setCode(codes.Code.FAILED_PRECONDITION);
  error.setMessage(name);
  error.setDetails(packed);
  const response = new streams.BatchAppendResp();
  response.setError(error);
  return response;
};

const wrongVersion = (expected: Expectation, actual: number): WrongExpectedVersion => {
  const detail = new shared.WrongExpectedVersion();
  if (actual === -1) detail.setCurrentNoStream(newGoogleEmpty());
  else detail.setCurrentStreamRevision(`${actual}`);
  if (expected === 'any') detail.setExpectedAny(newGoogleEmpty());
  else if (expected === 'stream-exists') detail.setExpectedStreamExists(newGoogleEmpty());
  else if (expected === -1n) detail.setExpectedNoStream(newGoogleEmpty());
  else detail.setExpectedStreamPosition(`${expected}`);
  return detail;
};

const tooLarge = (limit: number): BatchAppendResp => {
  const detail = new shared.MaximumAppendSizeExceeded();
  detail.setMaxappendsize(limit);
  return failure('MaximumAppendSizeExceeded', detail);
};

const deleted = (stream: string): BatchAppendResp => {
  const detail = new shared.StreamDeleted();
  detail.setStreamIdentifier(streamIdentifier(stream));
  return failure('StreamDeleted', detail);
};

/** The answer to a batch that is whole; null when there is to be none. The whole call ends with an injected error. */
const answerTo = async (
  node: Node,
  call: BatchAppendCall,
  { options, events }: PendingAppend,
): Promise<BatchAppendResp | null> => {
  const bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
  if (bytes > node.maxAppendBytes) return tooLarge(node.maxAppendBytes);
  const stream = streamNameOf(options.getStreamIdentifier());
  const refusal = node.authorization.refusal(call.metadata, stream, '$w');
  if (refusal !== null) {
    call.emit('error', refusal);
    return null;
  }
  const expected = expectationOf(options, options.getStreamPosition());
  const outcome = await appendAmidFaults(node, { stream, expected, events });
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'error':
      call.emit('error', outcome.error);
      return null;
    case 'stream-deleted':
      return deleted(stream);
    case 'wrong-expected-version':
      return failure('WrongExpectedVersion', wrongVersion(expected, outcome.revision));
    case 'success':
      return success(outcome.revision, outcome.position);
  }
};

/** Appends of many streams in one call, each known by its correlation id. */
export const batchAppend =
  (node: Node): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    note(node, 'batchAppend');
    const pending = new Map<string, PendingAppend>();
    node.open.add(call);
    const close = (): void => void node.open.delete(call);

    const take = async (request: BatchAppendReq): Promise<void> => {
      const id = uuidText(request.getCorrelationId());
      const options = request.getOptions();
      if (options !== undefined) pending.set(id, { options, events: [] });
      const batch = pending.get(id);
      if (batch === undefined) return;
      batch.events.push(...request.getProposedMessagesList().map(newEventOf));
      if (!request.getIsFinal()) return;
      pending.delete(id);
      const response = await answerTo(node, call, batch);
      if (response === null) return;
      response.setCorrelationId(request.getCorrelationId());
      response.setStreamIdentifier(batch.options.getStreamIdentifier());
      call.write(response);
    };

    call.on('data', (request: BatchAppendReq) => void take(request));
    call.on('cancelled', close);
    call.on('error', close);
    call.on('end', () => {
      close();
      call.end();
    });
  };
