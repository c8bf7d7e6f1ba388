import type { Answer } from '../route.js';
import { titleOf } from './status-titles.js';

/** What a problem document says beside its status; `title` falls back to the name of the status. */
export interface ProblemText {
  readonly title?: string;
  /** Null where the specification wants none said. */
  readonly detail: string | null;
  /** Who holds what since when, where that is what stands in the way. */
  readonly holder?: object;
  /** What the caller can do about it. */
  readonly advice?: string;
  /** What was asked for and is not done, each with its reason. */
  readonly skipped?: readonly object[];
}

/** Seconds after which a caller may try again. */
export const RETRY_AFTER = '5';

export const problem = (
  status: number,
  { title, detail, ...more }: ProblemText,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers,
  content: {
    kind: 'json',
    value: { title: title ?? titleOf(status), status, detail, ...more },
    mediaType: 'application/problem+json; charset=utf-8',
  },
});

/** What a 401 names to authenticate by; it may say more (RFC 6750). */
export const CHALLENGE = 'Bearer realm="muniment"';

export const notFound = (detail: string): Answer => problem(404, { detail });

export const badRequest = (detail: string, title?: string): Answer =>
  problem(400, title === undefined ? { detail } : { title, detail });
