import { isRecord } from '../../formats/json/json-record.js';
import { agentName } from '../../formats/agents/agent-name.js';
import type { KnownClient } from '../../gateways/identity/known-clients.js';
import { BUCKET_RULE, isBucketName } from './bucket-name.js';

/** The known clients, and the errors of the setting. */
export interface ReadClients {
  readonly clients: ReadonlyMap<string, KnownClient>;
  /** Each follows the name of the setting to form a sentence. */
  readonly faults: readonly string[];
}

const readClient = (appId: string, entry: unknown): KnownClient | string => {
  if (!isRecord(entry)) return `has no object for ${appId}`;
  const { name, depositBucket = null, ...others } = entry;
  const [other] = Object.keys(others);
  if (other !== undefined) return `has an unknown property, ${other}, for ${appId}`;
  if (typeof name !== 'string' || agentName(name) !== name) return `has no valid name for ${appId}`;
  if (depositBucket === null) return { name, depositBucket };
  return typeof depositBucket === 'string' && isBucketName(depositBucket)
    ? { name, depositBucket }
    : `has no valid depositBucket for ${appId} (${BUCKET_RULE})`;
};

/** Reads the known clients from JSON; none from an empty text. Never throws. */
export const readKnownClients = (text: string): ReadClients => {
  const clients = new Map<string, KnownClient>();
  const faults: string[] = [];
  let entries: unknown = {};
  try {
    if (text.trim() !== '') entries = JSON.parse(text) as unknown;
  } catch {
    return { clients, faults: ['must be JSON'] };
  }
  if (!isRecord(entries)) return { clients, faults: ['must be a JSON object with an entry for each app id'] };
  for (const [appId, entry] of Object.entries(entries)) {
    const client = readClient(appId, entry);
    if (typeof client === 'string') faults.push(client);
    else clients.set(appId, client);
  }
  return { clients, faults };
};
