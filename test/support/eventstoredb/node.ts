import type { Metadata, ServerDuplexStream, ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Authorization } from './authorization.js';
import type { Expectation } from './decide.js';
import { handlerThrew, notLeader, unavailable } from './errors.js';
import type { Faults } from './faults.js';
import type { Member } from './cluster/member.js';
import type { Log, Outcome } from './log.js';
import type { NewEvent } from './stream.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
export type BatchAppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/**
 * The servers whose ways of beginning a subscription of the whole log differ, each by its last version: 23.10 takes the
 * first event that it finds at the position or behind it for the one that stands there; 24.10 and 25.0 compare
 * positions. They differ, too, in the checkpoint of a first page without a match.
 */
export type ServerVersion = (typeof SERVER_VERSIONS)[number];
export const SERVER_VERSIONS = ['23.10', '24.10', '25.0'] as const;

/** What a node knows of the cluster that it is in. */
export interface ClusterView {
  readonly leads: () => boolean;
  readonly leaderPort: () => number;
  readonly members: () => readonly Member[];
}

/** What the services of one server share. */
export interface Node extends ClusterView {
  readonly version: ServerVersion;
  readonly log: Log;
  readonly faults: Faults;
  readonly authorization: Authorization;
  /** Streams that a reset breaks. */
  readonly open: Set<ReadCall | BatchAppendCall>;
  readonly maxAppendBytes: number;
  /** What was asked, by the name of the method. */
  readonly asked: Map<string, number>;
}

export interface Append {
  readonly stream: string;
  readonly expected: Expectation;
  readonly events: readonly NewEvent[];
}

export const note = ({ asked }: Node, method: string): void => void asked.set(method, (asked.get(method) ?? 0) + 1);

/** What a caller hears who wants the leader and has asked another node; null where it may be served. */
export const misdirected = (node: Node, metadata: Metadata): ServiceError | null =>
  node.leads() || metadata.get('requires-leader')[0] !== 'true' ? null : notLeader(node.leaderPort());

const used = (faults: Faults, name: 'dropBeforeCommit' | 'dropAfterCommit' | 'notLeader' | 'notReady'): boolean => {
  if (faults[name] === 0) return false;
  faults[name]--;
  return true;
};

/** Appends as the faults allow; null when there is to be no answer at all. */
export const appendAmidFaults = async (
  { log, faults, leaderPort }: Node,
  { stream, expected, events }: Append,
): Promise<
  Exclude<Outcome, { kind: 'no-answer' }> | { readonly kind: 'error'; readonly error: ServiceError } | null
> => {
  if (used(faults, 'notLeader')) return { kind: 'error', error: notLeader(leaderPort()) };
  if (used(faults, 'notReady')) return { kind: 'error', error: unavailable('Server Is Not Ready') };
  if (used(faults, 'dropBeforeCommit')) return { kind: 'error', error: unavailable('the connection broke') };
  if (faults.wedged === 'before') return null;
  if (stream === '' || events.some(({ type }) => type === '')) return { kind: 'error', error: handlerThrew() };
  const outcome = log.append(stream, expected, events);
  const { delayMs } = faults;
  if (faults.wedged === 'after' || outcome.kind === 'no-answer') return null;
  if (used(faults, 'dropAfterCommit')) return { kind: 'error', error: unavailable('the connection broke') };
  if (delayMs > 0) await delay(delayMs);
  return outcome;
};
