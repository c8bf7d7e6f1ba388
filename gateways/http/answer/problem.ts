import { STATUS_CODES } from 'node:http';
import type { Answer } from '../route.js';

/** Names of RFC 9110 for which Node has older ones. */
const RENAMED: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** The name of a status. */
const titleOf = (status: number): string => RENAMED[status] ?? STATUS_CODES[status] ?? `Status ${status}`;

/** The code of problems that have no other one than their status: its name, as in `not-found`. */
export const codeOfStatus = (status: number): string => titleOf(status).toLowerCase().replaceAll(' ', '-');

/** The members of a problem document besides its status; `title` defaults to the name of the status. */
export interface ProblemText {
  /** Identifies the kind of problem, and its page; that of the status by default. */
  readonly code?: string;
  readonly title?: string;
  /** Null where the specification wants none. */
  readonly detail: string | null;
  /** What stands in the way, by which agent, since when. */
  readonly holder?: object;
  /** What the caller can do about it. */
  readonly advice?: string;
  /** How far the read model has come that the answer depends on. */
  readonly progress?: object;
  /** The paths of the request that were left out, each with its reason. */
  readonly skipped?: readonly object[];
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Seconds after which a caller may try again. */
export const RETRY_AFTER = '5';

export const problem = (
  status: number,
  { code, title, detail, ...more }: ProblemText,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers,
  content: {
    kind: 'json',
    value: { type: code ?? codeOfStatus(status), title: title ?? titleOf(status), status, detail, ...more },
    mediaType: PROBLEM_TYPE,
  },
});

/** The same answer; a problem document's `type` is the address of the page about that kind of problem. */
export const withProblemPage = (answer: Answer, pageOf: (code: string) => string): Answer => {
  const { content } = answer;
  if (content?.kind !== 'json' || content.mediaType !== PROBLEM_TYPE) return answer;
  const value = content.value as { readonly type: string };
  return { ...answer, content: { ...content, value: { ...value, type: pageOf(value.type) } } };
};

/** The challenge of a 401, to which an error may be added (RFC 6750). */
export const CHALLENGE = 'Bearer realm="muniment"';

/** The same answer; the challenge of a 401 names the address of what callers need to get a token (RFC 9728, 5.1). */
export const withResourceMetadata = (answer: Answer, address: string | null): Answer => {
  const challenge = answer.headers?.['WWW-Authenticate'];
  if (address === null || challenge === undefined) return answer;
  const told = `${challenge}, resource_metadata="${address}"`;
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': told } };
};

export const notFound = (detail: string): Answer => problem(404, { detail });

export const badRequest = (detail: string, title?: string): Answer =>
  problem(400, title === undefined ? { detail } : { title, detail });
