import type { LeaseRecord, LeaseStore } from '../../flow/lease/lease-store.js';
import type { SharedRecord, SharedRecords } from '../../flow/shared-records.js';
import type { Presence } from './presence.js';

/** A lease of a singleton, with the tag of its record for the next write; null where there is no record. */
interface KeptLease extends LeaseRecord {
  readonly tag: string | null;
}

const leaseOf = (record: SharedRecord | null): KeptLease =>
  record === null ? { epoch: 0, holder: null, tag: null } : { ...(record.value as LeaseRecord), tag: record.tag };

/** A lease in the shared record `lease/<name>`, which is read with all others at each heartbeat of this process. */
export const recordLease = (name: string, records: SharedRecords, presence: Presence): LeaseStore<KeptLease> => {
  const recordName = `lease/${name}`;
  /** When this process wrote it last, by its monotonic clock: what was read before shows an earlier state. */
  let wroteAt = -Infinity;
  const write = async (lease: LeaseRecord, seen: string | null): Promise<KeptLease | null> => {
    try {
      const tag = await records.write(recordName, lease, seen);
      return tag === null ? null : { ...lease, tag };
    } finally {
      wroteAt = performance.now();
    }
  };
  const read = async (): Promise<KeptLease> => {
    const { begunAt, records: listed } = presence.look();
    return leaseOf(begunAt > wroteAt ? (listed.get(recordName) ?? null) : await records.read(recordName));
  };
  return {
    name,
    read,
    acquire: ({ epoch, tag }) => write({ epoch: epoch + 1, holder: presence.holder }, tag),
    async release(epoch) {
      const { tag, ...lease } = leaseOf(await records.read(recordName));
      if (lease.holder === presence.holder && lease.epoch === epoch) await write({ epoch, holder: null }, tag);
    },
  };
};
