import type { IncomingMessage } from 'node:http';
import { problem } from './answer/problem.js';
import type { Operation } from './operation.js';
import { authoritiesOf } from './request/request-target.js';
import type { Answer } from './route.js';

/**
 * Where requests may come from while callers are not identified. Any web page can have the browser of someone who
 * reaches the service send requests, by the address of the service or by a name that leads there (DNS rebinding).
 */
export interface ObeyedSources {
  /** Hosts that requests may be addressed to, besides loopback ones; in the form of `hostnameOf`. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages may change something, besides the service's own at each host; `*` is every one. */
  readonly origins: ReadonlySet<string>;
}

const AUTHORITY = /^[\w.:[\]-]+$/;
const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** The host as URLs have it, without port and final dot, of a host with or without port; null where there is none. */
export const hostnameOf = (authority: string): string | null =>
  AUTHORITY.test(authority) && URL.canParse(`http://${authority}`)
    ? new URL(`http://${authority}`).hostname.replace(/\.$/, '')
    : null;

/** Whether a host, in the form of `hostnameOf`, is one of the machine itself. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host);

/** Why a request is not answered for the host that it is addressed to; null where it is. */
export const hostRefusal = ({ hosts }: ObeyedSources, request: IncomingMessage): string | null => {
  const named = [...(request.headersDistinct['host'] ?? ['']), ...authoritiesOf(request.url ?? '')];
  const stranger = named.find((authority) => {
    const host = hostnameOf(authority);
    return host === null || !(isLoopbackHost(host) || hosts.has(host));
  });
  if (stranger === undefined) return null;
  const shown = stranger === '' ? 'a request without a host' : `'${stranger}'`;
  return `While authentication is off, requests are answered only for hosts that the service knows, and not for ${shown}.`;
};

/** What the operator can do about that. */
export const SERVE_HOST = 'The operator names the host in MUNIMENT_SERVED_HOSTS, or sets up an identity provider.';

const OBEY_ORIGIN =
  'The operator names the origin of the page, as in the header Origin, in MUNIMENT_ORIGINS, or sets up an identity provider.';

/** Whether an origin is that of a host and port; with the port of its scheme where the host has none. */
export const isOriginOf = (origin: string, host: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === own;
};

/** The site that a browser names for the service's own pages and for typed addresses; other programs name none. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none', undefined]);

/** Why a change is not made that a page of another origin requests (Fetch Standard, Fetch Metadata); null where it is. */
const changeRefusal = ({ origins }: ObeyedSources, { headers }: IncomingMessage): string | null => {
  const { origin, host = '' } = headers;
  if (origins.has('*')) return null;
  const isStranger =
    origin === undefined
      ? !OWN_SITES.has(headers['sec-fetch-site'])
      : !(origins.has(origin) || isOriginOf(origin, host));
  if (!isStranger) return null;
  const page = origin === undefined ? 'a page of another origin' : `a page of the origin '${origin}'`;
  return `While authentication is off, nothing is changed for pages of other origins, and this request was sent by ${page}.`;
};

/**
 * Refuses a request that a stranger's page may have sent, with the reason for the log; null where it is obeyed.
 * Operations that are open to every host, as those with a right of their own in the address are (preservation 4.9), are
 * not refused, and nothing is changed where there is no operation.
 */
export const sourceRefusal = (
  sources: ObeyedSources,
  request: IncomingMessage,
  operation: Operation | null,
): { readonly refused: Answer; readonly because: string } | null => {
  if (operation?.anyHost === true) return null;
  const ofHost = hostRefusal(sources, request);
  const detail = ofHost ?? (operation?.changesState === true ? changeRefusal(sources, request) : null);
  if (detail === null) return null;
  const advice = ofHost === null ? OBEY_ORIGIN : SERVE_HOST;
  return { refused: problem(403, { detail, advice }), because: detail };
};
