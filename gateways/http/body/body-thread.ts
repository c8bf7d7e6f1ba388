import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import type { Answer } from '../route.js';
import { bodyChecker, type CheckedBody, type MatchedRequest } from './body-checker.js';
import { success, type Result } from '../../../flow/result.js';

/** The worker data of the thread. */
export interface BodyOrder {
  readonly document: OpenApiDocument;
  readonly request: MatchedRequest;
  readonly file: { readonly fd: number; readonly size: number };
  /** Lists in the body with more items than this stay in the thread and are read in pages; so does such a body. */
  readonly longest: number;
}

/** A checked body without the lists that stay in the thread. */
export interface ShortBody extends CheckedBody {
  /** Lengths of the lists that stay in the thread, by name. */
  readonly lists: Readonly<Record<string, number>>;
  /** Length of the body where it is such a list itself. */
  readonly whole: number | null;
}

/** The result of the check. */
export type BodyMessage = Result<ShortBody, Answer>;

/** Requests items of a list; answered by a Page. */
export interface PageRequest {
  readonly id: number;
  /** The list's name; null for the whole body. */
  readonly list: string | null;
  readonly from: number;
  readonly count: number;
}

export interface Page {
  readonly id: number;
  readonly items: readonly unknown[];
}

const readAll = ({ fd, size }: BodyOrder['file']): Buffer => {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    const read = readSync(fd, bytes, at, size - at, at);
    if (read === 0) throw new Error(`the body on disk ends after ${at} of ${size} bytes`);
    at += read;
  }
  return bytes;
};

const { document, request, file, longest } = workerData as BodyOrder;
const kept = new Map<string | null, readonly unknown[]>();

const shortList = (list: readonly unknown[]): readonly unknown[] | null => {
  if (list.length <= longest) return list;
  kept.set(null, list);
  return null;
};

/** The body without its long lists, which are kept. */
const short = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return shortList(value);
  const rest: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member) && member.length > longest) kept.set(name, member);
    else rest.push([name, member]);
  }
  return Object.fromEntries(rest);
};

const send = (message: BodyMessage | Page): void => parentPort?.postMessage(message);

const checked = bodyChecker(document)(request, readAll(file));
if (!checked.ok) {
  send(checked);
} else {
  const value = short(checked.value.value);
  const lengths = [...kept].map(([name, { length }]) => [name, length] as const);
  const lists = Object.fromEntries(lengths.filter(([name]) => name !== null)) as Record<string, number>;
  const whole = kept.get(null)?.length ?? null;
  parentPort?.on('message', ({ id, list, from, count }: PageRequest) => {
    send({ id, items: kept.get(list)?.slice(from, from + count) ?? [] });
  });
  send(success({ ...checked.value, value, lists, whole }));
}
