import { lstatSync, renameSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { codeOf } from '../../../../../flow/error-code.js';
import type { NewName } from './file-writer.js';
import { CopiedFile, writeSmall, WrittenFile, type FileOrder } from './written-file.js';

/** What the thread is asked for, in the order in which it answers. */
export type WriteOrder =
  | { readonly kind: 'small'; readonly files: readonly (FileOrder & { readonly from: string | Uint8Array })[] }
  /** Begins a file, which is named by its path; `from` null for one whose bytes are given piece by piece. */
  | ({ readonly kind: 'begin'; readonly from: string | null } & FileOrder)
  | { readonly kind: 'copy'; readonly path: string; readonly most: number }
  | { readonly kind: 'take'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'end' | 'discard'; readonly path: string }
  | { readonly kind: 'rename'; readonly names: readonly NewName[]; readonly mayReplace: boolean };

/** An error of the system that can be sent. */
export interface SentError {
  readonly message: string;
  readonly members: { readonly code?: string; readonly path?: string; readonly syscall?: string };
}

export interface WriteReply {
  /** Digests of the files that were written, null for one that cannot be copied since it is not there. */
  readonly found: readonly (string | null)[];
  /** How many bytes a copy has moved, and whether there are more. */
  readonly bytes: number;
  readonly isMore: boolean;
  /** How many of the files have their new names, from the first on; then the name of the next is taken, or it failed. */
  readonly renamed: number;
  readonly error: SentError | null;
}

const open = new Map<string, WrittenFile | CopiedFile>();

const sent = (error: unknown): SentError => {
  const { message, path, syscall } = error as NodeJS.ErrnoException;
  const code = codeOf(error);
  return {
    message,
    members: {
      ...(code === null ? {} : { code }),
      ...(path === undefined ? {} : { path }),
      ...(syscall === undefined ? {} : { syscall }),
    },
  };
};

const NOTHING: WriteReply = { found: [], bytes: 0, isMore: false, renamed: 0, error: null };

const small = (files: Extract<WriteOrder, { kind: 'small' }>['files']): WriteReply => {
  const found: (string | null)[] = [];
  try {
    for (const { from, ...order } of files) found.push(writeSmall(from, order));
    return { ...NOTHING, found };
  } catch (error) {
    return { ...NOTHING, found, error: sent(error) };
  }
};

const discard = (path: string): void => {
  const file = open.get(path);
  open.delete(path);
  file?.discard();
};

const begin = ({ from, path, digest, date }: Extract<WriteOrder, { kind: 'begin' }>): WriteReply => {
  const order = { path, digest, date };
  const file = from === null ? new WrittenFile(order) : CopiedFile.begin(from, order);
  if (file === null) return { ...NOTHING, found: [null] };
  open.set(path, file);
  return NOTHING;
};

const copy = (path: string, most: number): WriteReply => {
  const copied = (open.get(path) as CopiedFile).copy(most);
  if (copied !== null) return { ...NOTHING, ...copied };
  discard(path);
  return { ...NOTHING, found: [null] };
};

const end = (path: string): WriteReply => {
  const file = open.get(path);
  open.delete(path);
  return { ...NOTHING, found: [file?.end() ?? null] };
};

const rename = ({ names, mayReplace }: Extract<WriteOrder, { kind: 'rename' }>): WriteReply => {
  let renamed = 0;
  try {
    for (const { from, to } of names) {
      if (!mayReplace && lstatSync(to, { throwIfNoEntry: false }) !== undefined) break;
      renameSync(from, to);
      renamed++;
    }
    return { ...NOTHING, renamed };
  } catch (error) {
    return { ...NOTHING, renamed, error: sent(error) };
  }
};

const replyTo = (order: WriteOrder): WriteReply => {
  switch (order.kind) {
    case 'small':
      return small(order.files);
    case 'begin':
      return begin(order);
    case 'copy':
      return copy(order.path, order.most);
    case 'take':
      (open.get(order.path) as WrittenFile).take(order.bytes);
      return NOTHING;
    case 'end':
      return end(order.path);
    case 'discard':
      discard(order.path);
      return NOTHING;
    case 'rename':
      return rename(order);
  }
};

parentPort?.on('message', (order: WriteOrder) => {
  let reply: WriteReply;
  try {
    reply = replyTo(order);
  } catch (error) {
    reply = { ...NOTHING, error: sent(error) };
  }
  parentPort?.postMessage(reply);
});
