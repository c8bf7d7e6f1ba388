import type { IncomingMessage, ServerResponse } from 'node:http';

/** Passes a request on to a service, which answers it. Never throws: what fails is answered. */
export type Forward = (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => void;

/** What a page may not say for itself, and what only its browser and the console are about. */
const DROPPED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'x-client-identity',
  'origin',
  'referer',
  'access-control-request-method',
  'access-control-request-private-network',
]);

const isPassed = (name: string): boolean => !DROPPED.has(name) && !name.startsWith('sec-fetch-');

const passed = <T>(headers: NodeJS.Dict<T>): NodeJS.Dict<T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isPassed(name)));

const passedRaw = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => isPassed((raw[index - (index % 2)] ?? '').toLowerCase()));

/** Makes a request one to a service: its target, and the token of the person, or none, instead of cookies. */
export const readdress = (request: IncomingMessage, target: string, accessToken: string | null): void => {
  const token = accessToken === null ? null : `Bearer ${accessToken}`;
  const { headers, headersDistinct, rawHeaders } = request;
  request.url = target;
  request.rawHeaders = [...passedRaw(rawHeaders), ...(token === null ? [] : ['Authorization', token])];
  request.headers = { ...passed(headers), ...(token === null ? {} : { authorization: token }) };
  request.headersDistinct = { ...passed(headersDistinct), ...(token === null ? {} : { authorization: [token] }) };
};
