import { ApiFault, type Problem } from './api-fault.js';
import { patiently, realPatience, type Patience } from './patience.js';
import { codeOf } from '../../flow/error-code.js';

export interface Answered<Value> {
  readonly status: number;
  readonly headers: Headers;
  /** Null where the answer is no JSON. */
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
   * Any answer whose status is in `expected`; rejects with ApiFault in the problem's own words otherwise, and with the
   * signal's reason once it aborts.
   */
  readonly call: <Value>(method: string, path: string, options: CallOptions) => Promise<Answered<Value>>;
}

/** How the service lets the client in, and how long it is waited for. */
export interface ServiceOptions {
  /** The headers by which it is let in. */
  readonly own?: () => Promise<Readonly<Record<string, string>>>;
  readonly patience?: Patience;
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

/** Answers that say: not now. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Milliseconds that an answer asks to be left alone for: seconds, or a date (RFC 9110, 10.2.3). */
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

/** Whether a request that was not answered may be sent again: it only reads, or the service knows it again by its key. */
const isRepeatable = (method: string, headers: Readonly<Record<string, string>>): boolean =>
  method === 'GET' || method === 'HEAD' || 'idempotency-key' in headers;

/** Patience that ends when the signal aborts, too. */
const untilAborted = (patience: Patience, signal: AbortSignal | undefined): Patience => {
  if (signal === undefined) return patience;
  const ending = AbortSignal.any([signal, ...(patience.ending === undefined ? [] : [patience.ending])]);
  return { ...patience, pause: (ms) => patience.pause(ms, ending), ending };
};

/**
 * Speaks to the service at a base address without a slash at its end. A request that is not answered, or put off, is
 * sent again for a minute where that does no harm; any other one fails at once, with a fault that is `transient`.
 */
export const serviceCalls = (
  base: string,
  { own = () => Promise.resolve({}), patience = realPatience() }: ServiceOptions = {},
): ServiceCalls => {
  const send = async <Value>(method: string, path: string, options: CallOptions): Promise<Answered<Value>> => {
    const { expected, body, headers = {}, signal = null } = options;
    const unreachable = (error: unknown): never => {
      signal?.throwIfAborted();
      const transient = error instanceof Error && error.cause instanceof Error; // of the connection, not of the request
      throw new ApiFault(`${method} ${path} was not answered: ${reasonOf(error)}.`, { transient }, { cause: error });
    };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(await own()), ...headers },
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
      return patiently(() => send<Value>(method, path, options), untilAborted(patience, signal)).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        },
      );
    },
  };
};
