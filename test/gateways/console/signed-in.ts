import type { IncomingMessage, RequestListener } from 'node:http';
import type { ConsoleSessionStore, SessionTokens } from '../../../commands/console-sessions/console-sessions.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import { CONSOLE, createConsole, type ConsoleOptions } from '../../../gateways/console/console.js';
import type { PeopleProvider, PendingSignIn } from '../../../gateways/console/people-provider.js';
import type { SignInOptions } from '../../../gateways/console/sign-in.js';
import type { Identify } from '../../../gateways/http/identify.js';
import { tokenRefused } from '../../../gateways/http/unauthorized.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { memoryLog, serve, type LogLine, type Service } from '../service.js';

/** What a service was sent. */
export interface Received {
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly headersDistinct: IncomingMessage['headersDistinct'];
  readonly body: string;
}

/** A console over services that answer what they are told, and a provider at which everybody may sign in. */
export interface TestConsole {
  readonly base: string;
  readonly received: Received[];
  readonly lines: LogLine[];
  /** The address that the provider was last sent back from, and what it answers then. */
  readonly provider: { fault: Error | null; tokens: SessionTokens; ended: string[] };
  readonly store: ConsoleSessionStore;
  /** By what people sign in here; null where they do not. */
  readonly people: SignInOptions | null;
  call(path: string, options?: RequestInit): Promise<Response>;
  /** Signs a person in; answers the cookie of the session. */
  signIn(agent?: string): Promise<string>;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

export const memorySessions = (): ConsoleSessionStore => {
  const { store: bytes } = memoryBytes(['w', 'r', 's']);
  const places = {
    workspaceBucket: 'w',
    exports: [],
    repository: { bucket: 'r', prefix: '' },
    staging: { bucket: 's', prefix: '' },
  };
  const removal = openRemoval(bytes, places);
  return { bytes, places, removal, now: () => new Date(), idleMs: HOUR, longestMs: 2 * HOUR };
};

/** The name that a test token has; `access-` and the name, or nobody. */
const toldIdentity: Identify = ({ values }) => {
  const [, agent] = /^Bearer access-(.+)$/.exec(values('authorization')[0] ?? '') ?? [];
  if (agent === undefined) return Promise.resolve({ refused: tokenRefused('no'), because: 'no token of the test' });
  const actor = agent === 'nobody' ? null : ({ agent, source: 'user', appId: null } as const);
  return Promise.resolve({ caller: { actor, appId: null, depositBucket: null } });
};

/** The cookies that an answer sets, without their attributes. */
export const cookiesOf = (answer: Response): string[] =>
  answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');

export const openTestConsole = async (
  options: Partial<ConsoleOptions> & { readonly withoutSignIn?: boolean; readonly publicBase?: string } = {},
): Promise<TestConsole> => {
  const received: Received[] = [];
  const { log, lines } = memoryLog();
  let handler: RequestListener = () => undefined;
  const service: Service = await serve((request, response) => handler(request, response));
  const preservation = options.publicBase ?? service.base;
  const services = { preservation, storage: 'http://storage.example' };
  const told =
    (name: string): RequestListener =>
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { method = '', url = '', headers, headersDistinct } = request;
      received.push({ service: name, method, url, headers, headersDistinct, body });
      const type = new URL(url, 'http://x').searchParams.get('type') ?? 'application/json';
      response.setHeader('Content-Type', type);
      response.setHeader('Set-Cookie', 'of=the-service');
      response.setHeader('Cache-Control', 'public, max-age=60');
      response.end('{"answered":true}');
    };
  const provider: TestConsole['provider'] = {
    fault: null,
    tokens: {
      accessToken: 'access-ann',
      until: new Date(Date.now() + HOUR).toISOString(),
      refreshToken: 'refresh-ann',
    },
    ended: [],
  };
  const answered = <T>(value: T): Promise<T> =>
    provider.fault === null ? Promise.resolve(value) : Promise.reject(provider.fault);
  const pending: PendingSignIn = { state: 'the-state', nonce: 'the-nonce', verifier: 'the-verifier' };
  const asked: PeopleProvider = {
    host: 'id.example',
    begin: (redirectUri) =>
      answered({ address: `https://id.example/authorize?redirect_uri=${encodeURIComponent(redirectUri)}`, pending }),
    complete: () => answered(provider.tokens),
    prolong: () => answered(provider.tokens),
    end: (refreshToken) => {
      provider.ended.push(refreshToken);
      return answered(undefined);
    },
    signOutAddress: (back) => answered(`https://id.example/logout?back=${encodeURIComponent(back)}`),
  };
  const store = memorySessions();
  const people: SignInOptions | null =
    options.withoutSignIn === true ? null : { provider: asked, store, identify: toldIdentity };
  const isConsoles = createConsole({
    address: preservation + CONSOLE,
    services,
    files: { serve: () => Promise.resolve(false) },
    buildState: () => 'idle',
    people,
    developmentAgent: 'developer',
    sources: undefined,
    forward: { preservation: told('preservation'), storage: told('storage') },
    log,
    ...options,
  });
  handler = (request, response) => {
    if (!isConsoles(request, response)) response.writeHead(404).end('not of the console');
  };
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${service.base}${path}`, { redirect: 'manual', ...init });
  const { tokens } = provider;
  return {
    base: service.base,
    received,
    lines,
    provider,
    store,
    people,
    call,
    signIn: async (agent = 'ann') => {
      provider.tokens = { ...tokens, accessToken: `access-${agent}`, refreshToken: `refresh-${agent}` };
      const [pendingCookie = ''] = cookiesOf(await call('/console/api/sign-in'));
      const back = await call('/console/api/signed-in?code=c&state=the-state', { headers: { cookie: pendingCookie } });
      return cookiesOf(back)[0] ?? '';
    },
    close: () => service.close(),
  };
};
