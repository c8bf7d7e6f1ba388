import { lastFact } from '../events/last-fact.js';
import type { LeaseFact } from '../events/lease.js';
import { RevisionConflict, type EventStore, type ExpectedRevision } from '../events/store.js';
import { timestampOf } from '../events/time.js';
import type { LeaseRecord, LeaseStore } from '../flow/lease/lease-store.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import { platformFact, type ProcessIdentity } from './platform-fact.js';

/** A lease, from the last fact of its stream; the number of its facts is the heartbeat. */
export interface StreamLeaseRecord extends LeaseRecord {
  /** The expected revision for acquiring it. */
  readonly expected: ExpectedRevision;
}

/** What a lease in the log uses. */
export interface StreamLeaseOptions {
  readonly events: EventStore;
  readonly identity: ProcessIdentity;
  /** The lease is in the stream `lease-<name>`. */
  readonly name: string;
}

/**
 * A lease in the event log: the last fact of a stream. Every append expects the revision of the one before. After an
 * append with an unknown result the stream is read again: a heartbeat that was written twice does no harm.
 */
export const streamLease = ({ events, identity, name }: StreamLeaseOptions): LeaseStore<StreamLeaseRecord> => {
  const stream = `lease-${name}`;
  const { holder } = identity;
  /** The revision of this process's last append, unless one failed since; saves a read for each heartbeat. */
  let known: ExpectedRevision | null = null;

  const read = async (): Promise<StreamLeaseRecord> => {
    const last = await lastFact<LeaseFact>(events, stream);
    if (last === null) return { epoch: 0, holder: null, heartbeat: 0, expected: 'none' };
    const { type, data, revision } = last;
    const heldBy = type === 'LeaseReleased' ? null : data.holder;
    return { epoch: data.epoch, holder: heldBy, heartbeat: Number(revision) + 1, expected: revision };
  };
  const append = async (
    type: LeaseFact['type'],
    epoch: number,
    expected: ExpectedRevision,
    signal: AbortSignal,
  ): Promise<StreamLeaseRecord> => {
    const data = { name, holder, epoch, at: timestampOf(identity.now()) };
    const facts = [platformFact<LeaseFact>({ type, data }, identity)];
    known = null;
    const { revision } = await unlessAborted(events.append(stream, facts, expected), signal);
    known = revision;
    return { epoch, holder, heartbeat: Number(revision) + 1, expected: revision };
  };
  /** Null where the stream has a fact of a later epoch. */
  const appendInEpoch = async (
    type: LeaseFact['type'],
    epoch: number,
    signal: AbortSignal,
  ): Promise<StreamLeaseRecord | null> => {
    for (let expected = known; ; expected = null) {
      if (expected === null) {
        const last = await read();
        if (last.epoch > epoch) return null;
        expected = last.expected;
      }
      try {
        return await append(type, epoch, expected, signal);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
      }
    }
  };
  return {
    name,
    read,
    async acquire(seen, signal) {
      try {
        return await append('LeaseRenewed', seen.epoch + 1, seen.expected, signal);
      } catch (error) {
        if (error instanceof RevisionConflict) return null;
        throw error;
      }
    },
    renew: (epoch, signal) => appendInEpoch('LeaseRenewed', epoch, signal),
    async release(epoch, signal) {
      await appendInEpoch('LeaseReleased', epoch, signal);
    },
  };
};
