import type { KnownClient } from '../gateways/auth/known-clients.js';

export interface ReadClients {
  readonly clients: ReadonlyMap<string, KnownClient>;
  /** Each continues the name of the setting to a sentence. */
  readonly faults: readonly string[];
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const NAME = /^(?!\.+$)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]{1,256}$/u;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readClient = (appId: string, entry: unknown): KnownClient | string => {
  if (!isObject(entry)) return `has no object for ${appId}`;
  const { name, depositBucket = null, ...others } = entry;
  const [other] = Object.keys(others);
  if (other !== undefined) return `does not know the property ${other} of ${appId}`;
  if (typeof name !== 'string' || name !== name.trim() || !NAME.test(name)) return `has no fit name for ${appId}`;
  if (depositBucket === null) return { name, depositBucket };
  return typeof depositBucket === 'string' && BUCKET.test(depositBucket)
    ? { name, depositBucket }
    : `has no fit depositBucket for ${appId} (3 to 63 of a-z, 0-9, dot and dash)`;
};

/** Reads the known clients from JSON; an empty text has none. Never throws. */
export const readKnownClients = (text: string): ReadClients => {
  const clients = new Map<string, KnownClient>();
  const faults: string[] = [];
  let entries: unknown = {};
  try {
    if (text.trim() !== '') entries = JSON.parse(text) as unknown;
  } catch {
    return { clients, faults: ['is not JSON'] };
  }
  if (!isObject(entries)) return { clients, faults: ['is not a JSON object with an entry for each app id'] };
  for (const [appId, entry] of Object.entries(entries)) {
    const client = readClient(appId, entry);
    if (typeof client === 'string') faults.push(client);
    else clients.set(appId, client);
  }
  return { clients, faults };
};
