import type { Course, Loss, PastLoss } from './course.js';
import type { List, Register } from './register.js';

/** `comparing`: it is found out what the workspace has; `ended`: nothing is on its way and nothing waits. */
export type UploadPhase = 'comparing' | 'running' | 'paused' | 'ended';

/** What is shown of an upload; made anew at most once a second, and when its phase changes. */
export interface UploadView {
  /** Counts up with every view. */
  readonly version: number;
  readonly phase: UploadPhase;
  /** What was chosen first; null for several things. */
  readonly name: string | null;
  /** The folder of the deposit that it goes to. */
  readonly into: string;
  readonly counts: Readonly<Record<List, number>>;
  readonly files: number;
  readonly skipped: number;
  readonly bytes: number;
  /** It never runs back but where more is chosen. */
  readonly sent: number;
  /** Bytes a second, and seconds that are left. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  readonly folders: { readonly done: number; readonly all: number };
  /** Empty folders that were made. */
  readonly emptyFolders: number;
  readonly loss: Loss | null;
  readonly pastLoss: PastLoss | null;
  readonly isSignedOut: boolean;
  /** What went wrong with all of it, such as a deposit that takes no files now; it is paused. */
  readonly halt: unknown;
}

/** Files that were not refused. */
export const filesOf = ({ going, waiting, done }: UploadView['counts']): number => going + waiting + done;

/** What is shown now. */
export const viewOf = (
  { counts, bytes, folders, skipped }: Register,
  { loss, pastLoss, isSignedOut, halt }: Course,
  own: Pick<UploadView, 'version' | 'phase' | 'name' | 'into' | 'sent' | 'rate' | 'secondsLeft' | 'emptyFolders'>,
): UploadView => ({
  ...own,
  counts: { ...counts },
  files: filesOf(counts),
  skipped,
  bytes: bytes.all,
  folders,
  loss,
  pastLoss,
  isSignedOut,
  halt,
});

/** How much of an upload has gone up, from 0 to 1. */
export const shareOf = ({ bytes, sent, files, counts }: UploadView): number =>
  bytes === 0 ? (files === 0 ? 1 : counts.done / files) : sent / bytes;
