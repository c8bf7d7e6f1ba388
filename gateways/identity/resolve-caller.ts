import type { Actor } from '../../events/envelope.js';
import { agentName } from '../../formats/agents/agent-name.js';
import type { Caller } from '../http/caller.js';
import type { KnownClients } from './known-clients.js';
import type { Claims } from './token-verifier.js';

const USER_CLAIMS = ['preferred_username', 'upn', 'unique_name'];
const APP_CLAIMS = ['azp', 'appid'];

const firstName = (claims: Claims, names: readonly string[]): string | null =>
  names.map((name) => agentName(claims[name])).find((name) => name !== null) ?? null;

/**
 * The caller that a verified token and the `X-Client-Identity` headers name, by the four steps of preservation 5: the
 * token's user, the token's known client, the name in the header, none. Only a known client has its own bucket.
 */
export const resolveCaller = (claims: Claims, clientIdentity: readonly string[], clients: KnownClients): Caller => {
  const appId = firstName(claims, APP_CLAIMS);
  const named = (agent: string, source: Actor['source'], depositBucket: string | null = null): Caller => ({
    actor: { agent, source, appId },
    appId,
    depositBucket,
  });
  const user = firstName(claims, USER_CLAIMS);
  if (user !== null) return named(user, 'user');
  const client = appId === null ? undefined : clients.get(appId);
  if (client !== undefined) return named(client.name, 'token', client.depositBucket);
  const header = nameInHeader(clientIdentity);
  return header === null ? { actor: null, appId, depositBucket: null } : named(header, 'header-fallback');
};

/** The bytes of a header as text: UTF-8 if valid, else Latin-1. */
const headerText = (value: string): string => {
  const bytes = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
};

/** The name in a header; null where the header is missing, repeated, or holds no name. */
const nameInHeader = (values: readonly string[]): string | null => {
  const [value, ...others] = values;
  return value === undefined || others.length > 0 ? null : agentName(headerText(value));
};
