import { ApiFault, type Problem } from './api-fault.js';
import { codeOf } from '../../flow/error-code.js';
import { withRetries, realRetryContext, type RetryContext } from './with-retries.js';

/** Sends the requests of a client to a service. */
export interface ServiceRequests {
  /**
   * A response with a status below 400; the body of a JSON response has been received. Otherwise rejects with ApiFault
   * with the problem's text, and with the reason of the request's signal once it aborts.
   */
  readonly send: (request: Request) => Promise<Response>;
}

/** Also requests that are not sent again, and those for the bytes of files. */
export interface ContentRequests extends ServiceRequests {
  /** As `send`, without retries. */
  readonly sendOnce: (request: Request) => Promise<Response>;
  /** As `send`, without retries, and with a body that is still to be read, whatever its type. */
  readonly open: (request: Request) => Promise<Response>;
}

/** A request that was answered with 401 or 403. */
export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  /** The headers of authentication that it had. */
  readonly sent: Readonly<Record<string, string>>;
  /** The challenge of a 401 (RFC 6750, 3); empty without one. */
  readonly challenge: string;
  readonly fault: ApiFault;
}

/**
 * Gives the headers for authentication of a request. After a 401 or 403 it is asked again, once, for better ones, and rejects
 * with what the user is told where it has none; the same headers as before leave the answer as it is.
 */
export type AuthHeaders = (refused?: RefusedRequest) => Promise<Readonly<Record<string, string>>>;

/** Authentication and retries of a client. */
export interface ServiceOptions {
  readonly authHeaders?: AuthHeaders;
  readonly retries?: RetryContext;
}

const problemIn = (text: string): Problem => {
  try {
    return { ...(JSON.parse(text) as Problem | null) };
  } catch {
    return {};
  }
};

const problemText = ({ title, detail, holder }: Problem, text: string): string => {
  const said = detail ?? title ?? text;
  return holder === undefined ? said : `${said}: ${holder.what}, by ${holder.by} since ${holder.since}`;
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' ? (codeOf(cause) ?? '') : cause.message;
};

/** Statuses of transient failures. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The Retry-After of a response in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
const retryAfterMs = (headers: Headers, now: number): number => {
  const asked = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const refusal = (request: string, { status, headers }: Response, text: string): ApiFault => {
  const problem = problemIn(text);
  return new ApiFault(`${request} was answered with ${status}: ${problemText(problem, text)}`, {
    status,
    problem,
    transient: PASSING.has(status),
    retryAfterMs: retryAfterMs(headers, Date.now()),
  });
};

/** The request in messages. */
const nameOf = ({ method, url }: Request): string => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
};

/** Throws that the connection failed before the whole answer was there. */
const unreachable =
  (request: Request) =>
  (error: unknown): never => {
    request.signal.throwIfAborted();
    throw new ApiFault(
      `${nameOf(request)} was not answered: ${reasonOf(error)}.`,
      { transient: true },
      { cause: error },
    );
  };

/** The request as it is sent; throws where it cannot be, such as for a header with a line break. */
const sendable = (request: Request, init: RequestInit): Request => {
  try {
    return new Request(request.url, init);
  } catch (error) {
    throw new ApiFault(`${nameOf(request)} cannot be sent: ${reasonOf(error)}.`, {}, { cause: error });
  }
};

/** Whether a request may be sent again: it only reads, or has an idempotency key. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');

/** The body of a request, which as a stream could not be sent twice; null without one. */
const bodyOf = async (request: Request): Promise<ArrayBuffer | null> =>
  request.body === null ? null : request.arrayBuffer();

/** A retry context that also ends when the signal aborts. */
const untilAborted = (retries: RetryContext, signal: AbortSignal): RetryContext => {
  const either = AbortSignal.any([signal, ...(retries.signal === undefined ? [] : [retries.signal])]);
  return { ...retries, pause: (ms) => retries.pause(ms, either), signal: either };
};

/** The same response with its body, where that is JSON; any other body stays to be read. */
const withReceivedJson = async (response: Response): Promise<Response> => {
  if (response.headers.get('content-type')?.includes('json') !== true) return response;
  const { status, headers } = response;
  return new Response(await response.arrayBuffer(), { status, headers });
};

/** Statuses of requests that have done nothing for want of a right. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

type AuthenticationHeaders = RefusedRequest['sent'];

const isSame = (one: AuthenticationHeaders, other: AuthenticationHeaders): boolean =>
  one['authorization'] === other['authorization'];

/**
 * Requests with authentication. A repeatable request that is not answered or deferred is retried for a minute; any other
 * fails immediately, with a `transient` fault.
 */
export const serviceRequests = ({
  authHeaders = () => Promise.resolve({}),
  retries = realRetryContext(),
}: ServiceOptions = {}): ContentRequests => {
  const answered = async (request: Request, body: ArrayBuffer | null): Promise<Response> => {
    const { method, url, signal } = request;
    /** The response; with a status from 400, why it is one. */
    const ask = async (sent: AuthenticationHeaders): Promise<Response | RefusedRequest> => {
      const headers = { ...Object.fromEntries(request.headers), ...sent };
      const response = await fetch(sendable(request, { method, headers, body, signal })).catch(unreachable(request));
      if (response.status < 400) return response;
      const fault = refusal(nameOf(request), response, await response.text().catch(unreachable(request)));
      return { method, url, sent, challenge: response.headers.get('www-authenticate') ?? '', fault };
    };
    const sent = await authHeaders();
    const first = await ask(sent);
    if (first instanceof Response) return first;
    if (!REFUSED.has(first.fault.status)) throw first.fault;
    const better = await authHeaders(first);
    if (isSame(sent, better)) throw first.fault;
    const second = await ask(better);
    if (second instanceof Response) return second;
    if (REFUSED.has(second.fault.status)) await authHeaders(second);
    throw second.fault;
  };
  const received = async (request: Request, body: ArrayBuffer | null): Promise<Response> => {
    const response = await answered(request, body);
    return request.method === 'HEAD' ? response : withReceivedJson(response).catch(unreachable(request));
  };
  return {
    send: async (request) => {
      const { signal } = request;
      const body = await bodyOf(request);
      const once = (): Promise<Response> => received(request, body);
      if (!isRepeatable(request)) return once();
      return withRetries(once, untilAborted(retries, signal)).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
    },
    sendOnce: async (request) => received(request, await bodyOf(request)),
    open: (request) => answered(request, null),
  };
};
