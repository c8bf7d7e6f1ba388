import { CommandFault } from './command-fault.js';

export interface Answered<Value> {
  readonly status: number;
  readonly value: Value;
}

/** The preservation service as a client sees it: only what this command asks of it. */
export interface PreservationClient {
  /** Any answer whose status is in `expected`; the problem's own words otherwise. */
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
}

const problemText = (text: string): string => {
  try {
    const { title, detail } = JSON.parse(text) as Problem;
    return detail ?? title ?? text;
  } catch {
    return text;
  }
};

export const preservationClient = (base: string): PreservationClient => ({
  call: async <Value>(method: string, path: string, { expected, body, headers = {}, as = 'json' }: CallOptions) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...sent,
    });
    const content = Buffer.from(await response.arrayBuffer());
    if (!expected.includes(response.status)) {
      const said = problemText(content.toString('utf8'));
      throw new CommandFault(`${method} ${path} was answered with ${response.status}: ${said}`);
    }
    const isJson =
      as === 'json' && response.headers.get('content-type')?.includes('json') === true && content.length > 0;
    const value = as === 'bytes' ? content : isJson ? (JSON.parse(content.toString('utf8')) as unknown) : null;
    return { status: response.status, value: value as Value };
  },
});
