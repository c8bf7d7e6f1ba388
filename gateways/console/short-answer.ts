import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { closesAfter, endAfterRest } from '../http/answer/respond.js';
import { problem, withProblemPage } from '../http/answer/problem.js';
import type { Answer } from '../http/route.js';

/** The code of a problem is a member of its own: the services have pages for theirs, the console for none (RFC 9457, 4.2). */
const withCode = (answer: Answer): Answer => {
  let code = '';
  const coded = withProblemPage(answer, (given) => {
    code = given;
    return 'about:blank';
  });
  const { content } = coded;
  return coded === answer || content?.kind !== 'json'
    ? answer
    : { ...coded, content: { ...content, value: { ...(content.value as object), code } } };
};

const textOf = ({ content }: Answer): string => {
  if (content?.kind === 'text') return content.text;
  return content?.kind === 'json' ? JSON.stringify(content.value) : '';
};

/** An answer with cookies that the browser is to keep. */
export interface ConsoleAnswer extends Answer {
  readonly cookies?: readonly string[];
}

/** Sends an answer whose content is a short text or JSON, or has none. A body that is not read ends the connection. */
export const sendShort = (response: ServerResponse, answer: ConsoleAnswer): void => {
  const text = textOf(withCode(answer));
  const mediaType = answer.content?.mediaType ?? null;
  const unread = closesAfter(response);
  response.writeHead(answer.status, {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(mediaType === null ? {} : { 'Content-Type': mediaType }),
    'Content-Length': Buffer.byteLength(text),
    ...(answer.cookies === undefined ? {} : { 'Set-Cookie': [...answer.cookies] }),
    ...answer.headers,
  });
  if (response.req.method === 'HEAD') response.end();
  else if (!unread) response.end(text);
  else {
    response.write(text);
    void endAfterRest(response);
  }
};

/** A number by which operators find a request in the log. */
export const numbered = (response: ServerResponse): string => {
  const number = randomUUID();
  response.setHeader('X-Correlation-Id', number);
  return number;
};

/** A problem of the console itself, with members of its own. */
export const consoleProblem = (status: number, code: string, detail: string, more: object = {}): Answer => {
  const answer = problem(status, { code, detail });
  const { content } = answer;
  return content?.kind === 'json'
    ? { ...answer, content: { ...content, value: { ...(content.value as object), ...more } } }
    : answer;
};

/** Sends the browser elsewhere. */
export const redirect = (address: string, cookies: readonly string[] = []): ConsoleAnswer => ({
  status: 302,
  headers: { Location: address, 'Referrer-Policy': 'no-referrer' },
  cookies,
});

/** For a request of another method. */
export const onlyBy = (methods: string): ConsoleAnswer =>
  problem(405, { detail: `This address of the console answers ${methods} only.` }, { Allow: methods });

/** For a request that another page may have sent. */
export const STRANGER: ConsoleAnswer = problem(403, { detail: 'The console obeys requests of its own pages only.' });
