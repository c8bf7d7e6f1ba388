import type { handleClientStreamingCall } from '@grpc/grpc-js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expectation } from './decide.js';
import { appendTooLarge, streamDeleted } from './errors.js';
import { bytesOf, expectationOf, newEventOf, streamNameOf } from './messages.js';
import { appendAmidFaults, misdirected, note, type Node } from './node.js';
import type { NewEvent } from './stream.js';
import { newEmpty, streams } from './stubs.js';

const success = (revision: number, position: bigint | null): AppendResp => {
  const answer = new streams.AppendResp.Success();
  if (revision === -1) answer.setNoStream(newEmpty());
  else answer.setCurrentRevision(`${revision}`);
  if (position === null) answer.setNoPosition(newEmpty());
  else {
    const pair = new streams.AppendResp.Position();
    pair.setCommitPosition(`${position}`);
    pair.setPreparePosition(`${position}`);
    answer.setPosition(pair);
  }
  const response = new streams.AppendResp();
  response.setSuccess(answer);
  return response;
};

const wrongVersion = (expected: Expectation, actual: number): AppendResp => {
  const answer = new streams.AppendResp.WrongExpectedVersion();
  if (actual === -1) answer.setCurrentNoStream(newEmpty());
  else answer.setCurrentRevision(`${actual}`);
  if (expected === 'any') answer.setExpectedAny(newEmpty());
  else if (expected === 'stream-exists') answer.setExpectedStreamExists(newEmpty());
  else if (expected === -1n) answer.setExpectedNoStream(newEmpty());
  else answer.setExpectedRevision(`${expected}`);
  const response = new streams.AppendResp();
  response.setWrongExpectedVersion(answer);
  return response;
};

type AppendOutcome = Awaited<ReturnType<typeof appendAmidFaults>>;

/** The append of one stream in a call of its own. */
export const append =
  (node: Node): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    note(node, 'append');
    let options: AppendReq.Options | undefined;
    const events: NewEvent[] = [];

    const answerTo = (stream: string, expected: Expectation, outcome: AppendOutcome): void => {
      switch (outcome?.kind) {
        case undefined:
          break;
        case 'error':
          answer(outcome.error);
          break;
        case 'stream-deleted':
          answer(streamDeleted(stream));
          break;
        case 'wrong-expected-version':
          answer(null, wrongVersion(expected, outcome.revision));
          break;
        case 'success':
          answer(null, success(outcome.revision, outcome.position));
      }
    };
    const finish = async (): Promise<void> => {
      const error = misdirected(node, call.metadata);
      if (error !== null) {
        answer(error);
        return;
      }
      const bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
      if (options === undefined || bytes > node.maxAppendBytes) {
        answer(appendTooLarge(node.maxAppendBytes));
        return;
      }
      const stream = streamNameOf(options.getStreamIdentifier());
      const refusal = node.authorization.refusal(call.metadata, stream, '$w');
      if (refusal !== null) {
        answer(refusal);
        return;
      }
      const expected = expectationOf(options, options.getRevision());
      answerTo(stream, expected, await appendAmidFaults(node, { stream, expected, events }));
    };

    call.on('data', (request: AppendReq) => {
      const message = request.getProposedMessage();
      if (message === undefined) options = request.getOptions();
      else events.push(newEventOf(message));
    });
    call.on('error', () => undefined);
    call.on('end', () => void finish());
  };
