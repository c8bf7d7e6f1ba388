import type { components } from '../../api/generated/preservation.js';

export type HistoryEntry = components['schemas']['HistoryEntry'];
export type HistoryPage = components['schemas']['History'];

/** Where the next older page of a history begins, of the address that its answer names; null on the last. */
export const cursorIn = (next: string | null): string | null =>
  next === null ? null : new URL(next).searchParams.get('cursor');

/** All that one request caused, newest first. */
export interface Act {
  readonly key: string;
  /** The one that says best what was done. */
  readonly told: HistoryEntry;
  readonly entries: readonly HistoryEntry[];
}

/** Events that say what came of a request; where an act has none, what was asked for is told: its first event. */
const TELLING: ReadonlySet<string> = new Set([
  'VersionCommitDecided',
  'VersionAdopted',
  'ImportAbandoned',
  'ExportFinished',
  'ExportAbandoned',
  'DepositPreserved',
  'DepositImportFailed',
  'DepositFilesArrived',
  'DepositArchived',
  'DepositArchivingFailed',
  'PipelineRunCompleted',
  'PipelineRunFailed',
  'ContainerDeleted',
  'ContainerReopened',
  'DepositCreated',
]);

/** Puts together what one request caused, in the place of its newest event. */
export const actsOf = (entries: readonly HistoryEntry[]): readonly Act[] => {
  const acts = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const caused = acts.get(entry.correlationId);
    if (caused === undefined) acts.set(entry.correlationId, [entry]);
    else caused.push(entry);
  }
  return [...acts].flatMap(([key, caused]) => {
    const told = caused.find(({ type }) => TELLING.has(type)) ?? caused.at(-1);
    return told === undefined ? [] : [{ key, told, entries: caused }];
  });
};
