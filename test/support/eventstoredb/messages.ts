import type { UUID, StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expectation } from './decide.js';
import type { NewEvent, StoredEvent } from './stream.js';
import { shared, streams } from './stubs.js';

/** A place in the log; an event stands where both are the same. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** The parts of a generated map that are used here. */
interface TextMap {
  get(key: string): string | undefined;
  set(key: string, value: string): unknown;
}

export const streamNameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

export const streamIdentifier = (name: string): StreamIdentifier => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString('base64'));
  return identifier;
};

export const uuidText = (uuid: UUID | undefined): string => {
  const structured = uuid?.getStructured();
  if (structured === undefined) return (uuid?.getString() ?? '').toLowerCase();
  const half = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
  const digits = half(structured.getMostSignificantBits()) + half(structured.getLeastSignificantBits());
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

type ProposedMessage = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;

export const newEventOf = (message: ProposedMessage): NewEvent => {
  const properties = message.getMetadataMap() as TextMap;
  return {
    id: uuidText(message.getId()),
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** What an append counts against the limit. */
export const bytesOf = ({ data, metadata, type }: NewEvent): number => data.length + metadata.length + 2 * type.length;

/** How each request says what it expects. */
interface ExpectedOptions {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

export const expectationOf = (options: ExpectedOptions, revision: string): Expectation => {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream-exists';
  return options.hasNoStream() ? -1n : BigInt(revision);
};

const recordedEvent = (event: StoredEvent): ReadResp.ReadEvent.RecordedEvent => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(`${event.revision}`);
  recorded.setCommitPosition(`${event.position}`);
  recorded.setPreparePosition(`${event.position}`);
  const properties = recorded.getMetadataMap() as TextMap;
  properties.set('type', event.type);
  properties.set('content-type', event.contentType);
  properties.set('created', `${event.created}`);
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  return recorded;
};

export const eventFrame = (event: StoredEvent): ReadResp => {
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recordedEvent(event));
  read.setCommitPosition(`${event.position}`);
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
};

export const confirmationFrame = (id: string): ReadResp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const response = new streams.ReadResp();
  response.setConfirmation(confirmation);
  return response;
};

export const checkpointFrame = ({ commit, prepare }: LogPosition): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(`${commit}`);
  checkpoint.setPreparePosition(`${prepare}`);
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
};

export const caughtUpFrame = (): ReadResp => {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
};

export const notFoundFrame = (stream: string): ReadResp => {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(stream));
  const response = new streams.ReadResp();
  response.setStreamNotFound(notFound);
  return response;
};
