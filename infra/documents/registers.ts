import { DocumentStoreFault, type DocumentStore } from '../../projections/documents.js';

/** The part of a document store that does not concern documents. */
export type Registers = Omit<DocumentStore, 'open' | 'prepare' | 'sweepGenerations'>;

/** The register after a step of the lease's holder. Throws `lease-lost` where the step was refused, which is null. */
export const unlessLeaseLost = <Register>(name: string, after: Register | null): Register => {
  if (after !== null) return after;
  throw new DocumentStoreFault('lease-lost', `another process has the lease of ${name}, or a later checkpoint stands`);
};
