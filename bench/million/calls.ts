/** Calls of a service by name of the method and path; an answer that is no success rejects. */
export interface Calls {
  readonly call: <Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
}

const MOST_SHOWN = 1_000;

export const callsOf = (base: string): Calls => ({
  call: async <Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(base + path, { method, headers: { ...type, ...headers }, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} of ${method} ${path}: ${text.slice(0, MOST_SHOWN)}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  },
});
