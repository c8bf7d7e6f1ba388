import type { LeaseRecord, LeaseStore } from '../../flow/lease/lease-store.js';
import { isLeaseLost, type DocumentStore, type ViewRegister } from '../documents.js';

/** The lease of a view, with the register that contains it. */
export interface RegisterLeaseRecord extends LeaseRecord {
  readonly register: ViewRegister;
}

const recordOf = (register: ViewRegister): RegisterLeaseRecord => ({ ...register.lease, register });

const unlessLost = async (step: Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (fault) {
    if (!isLeaseLost(fault)) throw fault;
  }
};

/** A lease in the document store: part of a view's register, which refuses every step of an earlier epoch. */
export const registerLease = (
  documents: DocumentStore,
  name: string,
  holder: string,
): LeaseStore<RegisterLeaseRecord> => ({
  name,
  read: async () => recordOf(await documents.register(name)),
  async acquire({ register }) {
    const acquired = await documents.acquireLease(name, holder, register.lease);
    return acquired === null ? null : recordOf(acquired);
  },
  release: (epoch) => unlessLost(documents.releaseLease(name, epoch)),
});
