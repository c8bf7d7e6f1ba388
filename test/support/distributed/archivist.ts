import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { retry } from '../../../flow/retry.js';
import type { ByteStore } from '../../../formats/bytes.js';
import { sha256Of } from '../sha256.js';

export interface ArchivistOptions {
  /** The preservation service behind its load balancer. */
  readonly service: string;
  /** Each gateway by itself: what one has acknowledged must show on all of them. */
  readonly gateways: readonly string[];
  readonly workspace: ByteStore;
  /** No answer may take longer. */
  readonly deadlineMs: number;
  /** How long one step is tried. */
  readonly patienceMs: number;
  /** Whether gateways may die, so that a connection may break without an answer. */
  readonly gatewaysMayDie: boolean;
}

/** One archival group as it was acknowledged to its archivist. */
export interface PreservedGroup {
  readonly path: string;
  /** SHA-256 by path within the group. */
  readonly files: ReadonlyMap<string, string>;
  readonly version: string;
  readonly result: string;
}

/** A client that tries every request again until it is answered, and notes whatever it should not have seen. */
export interface Archivist {
  readonly complaints: readonly string[];
  makeContainer(path: string): Promise<void>;
  /** Makes an archival group of a few small files. */
  preserve(path: string): Promise<PreservedGroup>;
}

interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string | null;
}

interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: unknown;
}

export const archivist = (options: ArchivistOptions): Archivist => {
  const { service, gateways, workspace, deadlineMs, patienceMs, gatewaysMayDie } = options;
  const complaints: string[] = [];

  /** One attempt; null where there was no answer at all, which only a dead gateway may give. */
  const attempt = async <Body>(
    { method, url, body, headers = {} }: Request,
    mayBreakOff = gatewaysMayDie,
  ): Promise<Reply<Body> | null> => {
    const begun = performance.now();
    const what = `${method} ${url}`;
    try {
      const response = await fetch(url, {
        method,
        headers: { 'content-type': 'application/json', connection: 'close', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadlineMs * 2),
      });
      const text = await response.text();
      const ms = performance.now() - begun;
      if (ms > deadlineMs) complaints.push(`${what} took ${Math.round(ms)} ms`);
      const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
      const isPolite = response.status === 503 && isProblem && response.headers.has('retry-after');
      if (response.status >= 500 && !isPolite) complaints.push(`${what} was answered ${response.status} ${text}`);
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') complaints.push(`${what} was never answered`);
      else if (!mayBreakOff) complaints.push(`${what} broke off: ${String(error)}`);
      return null;
    }
  };
  const insist = async <Body>(request: Request, wanted: (reply: Reply<Body>) => boolean): Promise<Body> => {
    const deadline = performance.now() + patienceMs;
    for (let last = 'no answer'; ;) {
      const reply = await attempt<Body>(request);
      if (reply !== null && wanted(reply)) return reply.body;
      if (reply !== null) last = `${reply.status} ${JSON.stringify(reply.body)}`;
      if (performance.now() > deadline) throw new Error(`${request.method} ${request.url} came to nothing: ${last}`);
      await pause(100);
    }
  };
  const onGateway = (url: string, gateway: string): string => gateway + url.slice(new URL(url).origin.length);
  /** What was acknowledged must be there on every gateway that answers at all. */
  const showsEverywhere = async (url: string): Promise<void> => {
    for (const gateway of gateways) {
      const reply = await attempt({ method: 'GET', url: onGateway(url, gateway) }, true); // it may be on its way back
      if (reply !== null && reply.status !== 200 && reply.status !== 503)
        complaints.push(`${url} was acknowledged, and ${gateway} then said ${reply.status}`);
    }
  };
  const again = <T>(work: () => Promise<T>): Promise<T> =>
    retry(work, { backOff: { firstMs: 100, capMs: 100, jitter: 'none' }, patienceMs });

  const makeContainer = async (path: string): Promise<void> => {
    const url = `${service}/repository/${path}`;
    const headers = { 'idempotency-key': randomUUID() };
    await insist({ method: 'PUT', url, headers }, ({ status }) => status === 201);
    await showsEverywhere(url);
  };
  const record = async (deposit: Deposit, paths: readonly string[]): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const { metsETag } = await insist<Deposit>({ method: 'GET', url: deposit.id }, ({ status }) => status === 200);
      const headers = { 'if-match': metsETag ?? '' };
      const added = await attempt({ method: 'POST', url: `${deposit.id}/mets`, body: paths, headers });
      if (added?.status === 200) return;
      if (performance.now() > deadline) throw new Error(`the files of ${deposit.id} could not be recorded`);
      await pause(100);
    }
  };
  const preserve = async (path: string): Promise<PreservedGroup> => {
    const deposit = await insist<Deposit>(
      {
        method: 'POST',
        url: `${service}/deposits`,
        body: { template: 'RootLevel', archivalGroup: `${service}/repository/${path}`, archivalGroupName: path },
        headers: { 'idempotency-key': randomUUID() },
      },
      ({ status }) => status === 201,
    );
    await showsEverywhere(deposit.id);
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];
    const contents = [1, 2, 3].map((number) => [`objects/${number} of 3.txt`, `${path} ${number}`] as const);
    for (const [name, text] of contents)
      await again(() =>
        workspace.put({ bucket, key: prefix + name }, Buffer.from(text), { contentType: 'text/plain' }),
      );
    await record(
      deposit,
      contents.map(([name]) => name),
    );
    const body = { id: `${deposit.id}/importjobs/diff` };
    const headers = { 'idempotency-key': randomUUID() };
    const job: Request = { method: 'POST', url: `${deposit.id}/importjobs`, body, headers };
    const posted = await insist<Result>(job, ({ status }) => status === 201);
    const done = await insist<Result>({ method: 'GET', url: posted.id }, (reply) =>
      /^completed/.test(reply.body.status),
    );
    if (done.newVersion !== 'v1') complaints.push(`${posted.id} came to ${JSON.stringify(done)}`);
    await showsEverywhere(`${service}/repository/${path}`);
    const files = new Map(contents.map(([name, text]) => [name, sha256Of(Buffer.from(text))]));
    return { path, files, version: done.newVersion ?? '', result: posted.id };
  };
  return { complaints, makeContainer, preserve };
};
