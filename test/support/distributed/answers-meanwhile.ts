import { callOn, type Reply } from '../http/call-on.js';

/** What came of one request. */
export interface Answered {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly seconds: number;
  /** Whether a 503 is as clients are promised it: a problem document that says when to try again. */
  readonly isPolite: boolean;
  /** The request, the status, the time and the body. */
  readonly text: string;
}

const noReply = (error: unknown): Reply => ({ status: 0, headers: new Headers(), body: `no answer: ${String(error)}` });

const ask = async (method: string, url: string, body?: object): Promise<Answered> => {
  const begun = performance.now();
  const reply = await callOn('')(method, url, body).catch(noReply);
  const seconds = (performance.now() - begun) / 1_000;
  const isProblem = reply.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const isPolite = url.endsWith('/health') || (isProblem && reply.headers.has('retry-after'));
  const text = `${method} ${url}: ${reply.status} after ${seconds.toFixed(1)} s ${JSON.stringify(reply.body)}`;
  return { status: reply.status, seconds, isPolite, text };
};

/**
 * What comes of each kind of request, sent to each gateway at the same time, while a server is away; `deposit` is the path
 * of a deposit, and containers are made and listed in `container`.
 */
export const answersMeanwhile = (
  gateways: readonly string[],
  { deposit, container }: { readonly deposit: string; readonly container: string },
): Promise<readonly Answered[]> =>
  Promise.all(
    gateways.flatMap((gateway, number) => [
      ask('GET', `${gateway}/repository/${container}`),
      ask('PUT', `${gateway}/repository/${container}/away-${Math.random().toString(36).slice(2)}-${number}`),
      ask('GET', `${gateway}${deposit}`),
      ask('POST', `${gateway}/deposits`, { template: 'RootLevel' }),
      ask('GET', `${gateway}${deposit}/mets`),
      ask('GET', `${gateway}/health`),
    ]),
  );
