import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import type { Answer } from '../route.js';
import { bodyChecker, type CheckedBody, type MatchedRequest } from './body-checker.js';

/** What the thread is begun with. */
export interface BodyOrder {
  readonly document: OpenApiDocument;
  readonly request: MatchedRequest;
  readonly file: { readonly fd: number; readonly size: number };
  /** Lists in the body that are longer than this stay here and are asked for, as does a body that is such a list. */
  readonly longest: number;
}

/**
 * The outcome of the check. `lists` are the lengths of those that stay here, by their names; `whole` is that of the body
 * where it is one of them.
 */
export type BodyMessage =
  | { readonly refusal: Answer }
  | (Exclude<CheckedBody, { refusal: Answer }> & {
      readonly lists: Readonly<Record<string, number>>;
      readonly whole: number | null;
    });

/** A wish for items of a list, answered by `{ id, items }`. */
export interface PageWish {
  readonly id: number;
  /** Its name; null for the whole body. */
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

const tell = (message: BodyMessage | Page): void => parentPort?.postMessage(message);

const checked = await bodyChecker(document)(request, readAll(file));
if ('refusal' in checked) {
  tell(checked);
} else {
  const value = short(checked.value);
  const lengths = [...kept].map(([name, { length }]) => [name, length] as const);
  const lists = Object.fromEntries(lengths.filter(([name]) => name !== null)) as Record<string, number>;
  const whole = kept.get(null)?.length ?? null;
  parentPort?.on('message', ({ id, list, from, count }: PageWish) => {
    tell({ id, items: kept.get(list)?.slice(from, from + count) ?? [] });
  });
  tell({ ...checked, value, lists, whole });
}
