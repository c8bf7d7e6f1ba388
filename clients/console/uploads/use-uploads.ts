import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { entriesOfDrop, readEntries, readField, type Found } from './chosen.js';
import type { Chosen, Destination } from './plan.js';
import type { Upload } from './upload.js';
import {
  beginningOf,
  isSignedOutHere,
  openUploads,
  showBeginning,
  subscribe,
  uploadOf,
  type Beginning,
  type Uploading,
} from './store.js';

/** The upload of a deposit in this page; null where there is none. */
export const useUpload = (depositId: string): Uploading | null =>
  useSyncExternalStore(subscribe, () => uploadOf(depositId));

/** The uploads of this page that have not ended. */
export const useOpenUploads = (): ReturnType<typeof openUploads> => useSyncExternalStore(subscribe, openUploads);

/** Whether nobody is signed in any more while an upload of this page goes on. */
export const useSignedOut = (): boolean => useSyncExternalStore(subscribe, isSignedOutHere);

/** Where files go unless told otherwise. */
export const INTO = 'objects';

/** What was dropped or chosen for a deposit, and is still read; null where nothing is. */
export const useBeginning = (depositId: string): Beginning | null =>
  useSyncExternalStore(subscribe, () => beginningOf(depositId));

/** Begins an upload with what was dropped or chosen. */
export interface Begin {
  readonly drop: (transfer: DataTransfer) => void;
  readonly choose: (files: FileList) => void;
}

/** Begins uploads to a deposit; the code for them is loaded when something is dropped or chosen. */
export const useBeginUpload = (depositId: string, { into, keepsName }: Destination): Begin => {
  const client = useQueryClient();
  const begin = async (read: (found: Found) => Promise<void>): Promise<void> => {
    const onCount = (files: number): void => showBeginning(depositId, { found: files, error: null });
    onCount(0);
    let holding: { readonly upload: Upload; readonly release: () => void } | null = null;
    const onChosen = async (chosen: Chosen): Promise<void> => {
      // What is found after a person has stopped it is left where it is.
      if (holding?.upload.isStopped === true) return;
      const { startUpload } = await import('./start.js');
      const upload = await startUpload(client, depositId, chosen, { into, keepsName });
      // The upload does not end while more may be found.
      holding ??= { upload, release: upload.hold() };
    };
    try {
      await read({ onCount, onChosen });
      showBeginning(depositId, null);
    } catch (error) {
      showBeginning(depositId, { found: null, error });
    } finally {
      (holding as { readonly release: () => void } | null)?.release();
    }
  };
  return {
    drop: (transfer) => {
      const entries = entriesOfDrop(transfer);
      void begin((found) => readEntries(entries, found));
    },
    choose: (files) => {
      const chosen = readField(files);
      void begin(({ onChosen }) => onChosen(chosen));
    },
  };
};

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes what is dropped anywhere on the page; whether something is held over it. */
export const useDrop = (onDrop: ((transfer: DataTransfer) => void) | null): boolean => {
  const [isOver, setOver] = useState(false);
  const current = useRef(onDrop);
  current.current = onDrop;
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(current.current !== null);
    };
    const leave = (event: DragEvent): void => {
      if (hasFiles(event)) depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // Without this the browser would open the file in the place of the console.
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      current.current?.(event.dataTransfer);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
};

/**
 * On another page of a deposit: what is dropped there goes up into a folder of it, and the page of the upload is shown.
 * Answers whether something is held over the page.
 */
export const useDropToUpload = (depositId: string, into: string = INTO): boolean => {
  const navigate = useNavigate();
  const { drop } = useBeginUpload(depositId, { into, keepsName: false });
  return useDrop((transfer) => {
    drop(transfer);
    void navigate({ to: '/deposits/$deposit/upload', params: { deposit: depositId } });
  });
};
