import { CommandFault } from './command-fault.js';

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
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** Speaks to the service at a base address without a slash at its end; `own` are the headers by which it is let in. */
export const preservationClient = (
  base: string,
  own: () => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): PreservationClient => ({
  call: async <Value>(method: string, path: string, { expected, body, headers = {}, as = 'json' }: CallOptions) => {
    const unreachable = (error: unknown): never => {
      throw new CommandFault(`${method} ${path} was not answered: ${reasonOf(error)}.`);
    };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(await own()), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(unreachable);
    const content = Buffer.from(await response.arrayBuffer().catch(unreachable));
    if (!expected.includes(response.status)) {
      const said = problemText(content.toString('utf8'));
      throw new CommandFault(`${method} ${path} was answered with ${response.status}: ${said}`);
    }
    const isJson =
      as === 'json' && response.headers.get('content-type')?.includes('json') === true && content.length > 0;
    const value = as === 'bytes' ? content : isJson ? (JSON.parse(content.toString('utf8')) as unknown) : null;
    return { status: response.status, headers: response.headers, value: value as Value };
  },
});
