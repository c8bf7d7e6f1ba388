import { ApiFault, type Problem } from './api-fault.js';
import { codeOf } from '../../flow/error-code.js';
import { withRetries, realRetryContext, type RetryContext } from './with-retries.js';

export interface Answered<Value> {
  readonly status: number;
  readonly headers: Headers;
  /** Null where the response is not JSON. */
  readonly value: Value;
}

export interface CallOptions {
  readonly expected: readonly number[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to one service. */
export interface ServiceCalls {
  /**
   * Any response whose status is in `expected`; otherwise rejects with ApiFault with the problem's text, and with the
   * signal's reason once it aborts.
   */
  readonly call: <Value>(method: string, path: string, options: CallOptions) => Promise<Answered<Value>>;
}

/** Authentication and retries of a client. */
export interface ServiceOptions {
  /** The headers for authentication. */
  readonly authHeaders?: () => Promise<Readonly<Record<string, string>>>;
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

/** Whether a request may be sent again: it only reads, or has an idempotency key. */
const isRepeatable = (method: string, headers: Readonly<Record<string, string>>): boolean =>
  method === 'GET' || method === 'HEAD' || 'idempotency-key' in headers;

/** A retry context that also ends when the signal aborts. */
const untilAborted = (retries: RetryContext, signal: AbortSignal | undefined): RetryContext => {
  if (signal === undefined) return retries;
  const either = AbortSignal.any([signal, ...(retries.signal === undefined ? [] : [retries.signal])]);
  return { ...retries, pause: (ms) => retries.pause(ms, either), signal: either };
};

/**
 * Sends requests to the service at a base address without a final slash. A repeatable request that is not answered or
 * deferred is retried for a minute; any other fails immediately, with a `transient` fault.
 */
export const serviceCalls = (
  base: string,
  { authHeaders = () => Promise.resolve({}), retries = realRetryContext() }: ServiceOptions = {},
): ServiceCalls => {
  const send = async <Value>(method: string, path: string, options: CallOptions): Promise<Answered<Value>> => {
    const { expected, body, headers = {}, signal = null } = options;
    const unreachable = (error: unknown): never => {
      signal?.throwIfAborted();
      const transient = error instanceof Error && error.cause instanceof Error; // an error of the connection, not of the request
      throw new ApiFault(`${method} ${path} was not answered: ${reasonOf(error)}.`, { transient }, { cause: error });
    };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await authHeaders()),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    }).catch(unreachable);
    const text = await response.text().catch(unreachable);
    if (!expected.includes(response.status)) throw refusal(`${method} ${path}`, response, text);
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true;
    const value = isJson ? (JSON.parse(text) as unknown) : null;
    return { status: response.status, headers: response.headers, value: value as Value };
  };
  return {
    call: async <Value>(method: string, path: string, options: CallOptions) => {
      const { headers = {}, signal } = options;
      if (!isRepeatable(method, headers)) return send<Value>(method, path, options);
      return withRetries(() => send<Value>(method, path, options), untilAborted(retries, signal)).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        },
      );
    },
  };
};
