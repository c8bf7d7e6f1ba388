import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { entriesOfDrop, readEntries, readField } from './chosen.js';
import type { Chosen, Destination } from './plan.js';
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
  const found = (files: number): void => showBeginning(depositId, { found: files, error: null });
  const begin = async (chosen: Promise<Chosen>): Promise<void> => {
    found(0);
    try {
      const [read, { startUpload }] = await Promise.all([chosen, import('./start.js')]);
      if (read.files.length + read.emptyFolders.length > 0)
        await startUpload(client, depositId, read, { into, keepsName });
      showBeginning(depositId, null);
    } catch (error) {
      showBeginning(depositId, { found: null, error });
    }
  };
  return {
    drop: (transfer) => void begin(readEntries(entriesOfDrop(transfer), found)),
    choose: (files) => void begin(Promise.resolve(readField(files))),
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
