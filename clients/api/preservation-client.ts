import { CommandFault } from '../command-line/command-fault.js';
import { patiently, realPatience, type Patience } from './patience.js';

export interface Answered<Value> {
  readonly status: number;
  readonly headers: Headers;
  readonly value: Value;
}

/** The preservation service as a client sees it: only what this command asks of it. */
export interface PreservationClient {
  /** Any answer whose status is in `expected`; throws CommandFault in the problem's own words otherwise. */
  call<Value>(method: string, path: string, options: CallOptions): Promise<Answered<Value>>;
}

export interface CallOptions {
  readonly expected: readonly number[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `bytes` for what is not JSON. */
  readonly as?: 'json' | 'bytes';
}

interface Problem {
  readonly title?: string;
  readonly detail?: string | null;
  readonly holder?: { readonly what: string; readonly by: string; readonly since: string };
}

const problemText = (text: string): string => {
  try {
    const { title, detail, holder } = JSON.parse(text) as Problem;
    const said = detail ?? title ?? text;
    return holder === undefined ? said : `${said}: ${holder.what}, by ${holder.by} since ${holder.since}`;
  } catch {
    return text;
  }
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
};

/** Answers that say: not now. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Milliseconds that an answer asks to be left alone for: seconds, or a date (RFC 9110, 10.2.3). */
const retryAfterMs = (headers: Headers, now: number): number => {
  const asked = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

/** Whether a request that was not answered may be sent again: it only reads, or the service knows it again by its key. */
const isRepeatable = (method: string, headers: Readonly<Record<string, string>>): boolean =>
  method === 'GET' || method === 'HEAD' || 'idempotency-key' in headers;

/** How the service lets the client in, and how long it is waited for. */
export interface ClientOptions {
  /** The headers by which it is let in. */
  readonly own?: () => Promise<Readonly<Record<string, string>>>;
  readonly patience?: Patience;
}

/**
 * Speaks to the service at a base address without a slash at its end. A request that is not answered, or put off, is
 * sent again for a minute where that does no harm; any other one fails at once, with a fault that is `transient`.
 */
export const preservationClient = (
  base: string,
  { own = () => Promise.resolve({}), patience = realPatience() }: ClientOptions = {},
): PreservationClient => {
  const send = async <Value>(method: string, path: string, options: CallOptions): Promise<Answered<Value>> => {
    const { expected, body, headers = {}, as = 'json' } = options;
    const unreachable = (error: unknown): never => {
      const transient = error instanceof Error && error.cause instanceof Error; // of the connection, not of the request
      throw new CommandFault(`${method} ${path} was not answered: ${reasonOf(error)}.`, { transient });
    };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(await own()), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(unreachable);
    const content = Buffer.from(await response.arrayBuffer().catch(unreachable));
    if (!expected.includes(response.status)) {
      const said = problemText(content.toString('utf8'));
      throw new CommandFault(`${method} ${path} was answered with ${response.status}: ${said}`, {
        transient: PASSING.has(response.status),
        afterMs: retryAfterMs(response.headers, Date.now()),
        status: response.status,
      });
    }
    const isJson =
      as === 'json' && response.headers.get('content-type')?.includes('json') === true && content.length > 0;
    const value = as === 'bytes' ? content : isJson ? (JSON.parse(content.toString('utf8')) as unknown) : null;
    return { status: response.status, headers: response.headers, value: value as Value };
  };
  return {
    call: (method, path, options) =>
      isRepeatable(method, options.headers ?? {})
        ? patiently(() => send(method, path, options), patience)
        : send(method, path, options),
  };
};
