import type { Upload } from './upload.js';
import type { UploadView } from './upload-view.js';
import { listeners } from '../api/listeners.js';

/** An upload of this page, and what is shown of it. */
export interface Uploading {
  readonly upload: Upload;
  readonly view: UploadView;
}

/** The uploads of this page by their deposits. They go on while other pages of the console are shown. */
const uploads = new Map<string, Uploading>();
const changes = listeners();

/** Whether bytes go up, wait for a connection, or for somebody who lets them go on. */
export const isOpen = ({ view }: Uploading): boolean => view.phase !== 'ended';

export const uploadOf = (depositId: string): Uploading | null => uploads.get(depositId) ?? null;

/** What was dropped or chosen, and is still read. */
export interface Beginning {
  /** Files that were found so far; null once nothing is read. */
  readonly found: number | null;
  /** Why it could not begin. */
  readonly error: unknown;
}
const beginnings = new Map<string, Beginning>();
export const beginningOf = (depositId: string): Beginning | null => beginnings.get(depositId) ?? null;
export const showBeginning = (depositId: string, beginning: Beginning | null): void => {
  if (beginning === null) beginnings.delete(depositId);
  else beginnings.set(depositId, beginning);
  changes.tell();
};

let signedOut = false;
/** Whether nobody is signed in any more while an upload goes on. */
export const isSignedOutHere = (): boolean => signedOut;

/** Takes note that nobody is signed in any more, or that somebody is again: then the uploads go on. */
export const noteSignedOut = (isOut: boolean): void => {
  if (signedOut === isOut) return;
  signedOut = isOut;
  if (!isOut) for (const { upload } of uploads.values()) upload.course.wake();
  changes.tell();
};

let open: readonly (readonly [depositId: string, uploading: Uploading])[] = [];
/** The uploads that have not ended. */
export const openUploads = (): typeof open => open;
export const isAnyOpen = (): boolean => open.length > 0;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export const show = (depositId: string, uploading: Uploading | null): void => {
  if (uploading === null) uploads.delete(depositId);
  else uploads.set(depositId, uploading);
  open = [...uploads].filter(([, each]) => isOpen(each));
  if (uploading?.view.isSignedOut === true) signedOut = true;
  // A browser asks before the page is left.
  removeEventListener('beforeunload', warn);
  if (open.length > 0) addEventListener('beforeunload', warn);
  changes.tell();
};

export const subscribe = changes.subscribe;
