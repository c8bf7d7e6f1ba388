import type { Sync } from './syncs-in.js';

interface AcceptedSurvivor extends Pick<Sync, 'file' | 'text'> {
  readonly why: string;
}

/** Syncs that no spec guards, and why none has to. */
export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = [
  {
    file: 'infra/embedded/documents/document-store.ts',
    text: 'PRAGMA synchronous = NORMAL',
    why: 'read models are built again from the log, and nothing is acknowledged by them',
  },
];
