import { readDigestMap, type DigestMapCodes } from './digest-map.js';
import type { Report } from '../finding.js';
import type { DigestMap, InventoryVersion, VersionUser } from './inventory.js';
import { isRecord, jsonText } from '../../json/json-record.js';
import { isUri } from './uri.js';
import { parseTime } from '../version-time.js';
import { eachSliced, type SlicedWork } from '../../../flow/slices.js';

const STATE: DigestMapCodes = {
  notObject: 'E050',
  badPaths: 'E051',
  duplicateDigest: null,
  outerSlash: 'E053',
  badElement: 'E052',
  conflict: 'E095',
};

const KEYS = new Set(['created', 'state', 'message', 'user']);

/**
 * Reads one version block (OCFL 1.1, 3.5.3.1). `before` is the state of the previous version, whose equal path lists
 * are shared.
 */
export function* readVersionBlock(
  name: string,
  value: unknown,
  known: { readonly manifest: DigestMap; readonly before: DigestMap },
  report: Report,
): SlicedWork<InventoryVersion | null> {
  if (!isRecord(value)) {
    report('E047', `The block of ${name} is not a JSON object.`);
    return null;
  }
  for (const key of Object.keys(value))
    if (!KEYS.has(key)) report('E102', `The block of ${name} has the key '${key}', which OCFL does not know.`);
  const created = readCreated(name, value['created'], report);
  const user = readUser(name, value['user'], report);
  const message = readMessage(name, value['message'], report);
  if (value['user'] === undefined || value['message'] === undefined)
    report('W007', `${name} has no ${value['user'] === undefined ? 'user' : 'message'}.`);
  if (value['state'] === undefined) {
    report('E048', `The block of ${name} has no state.`);
    return null;
  }
  const state = yield* readDigestMap(value['state'], STATE, `The state of ${name}`, report);
  yield* eachSliced(state.keys(), (digest) => {
    if (!known.manifest.has(digest))
      report('E050', `The state of ${name} has ${digest}, which is not in the manifest.`);
  });
  return { created, user, message, state: yield* sharing(state, known.before) };
}

const readCreated = (name: string, value: unknown, report: Report): string => {
  if (value === undefined) report('E048', `The block of ${name} does not say when it was created.`);
  else if (typeof value !== 'string' || parseTime(value) === null)
    report('E049', `${name} was created at ${jsonText(value)}, which is not a time of RFC 3339.`);
  return typeof value === 'string' ? value : '';
};

const readMessage = (name: string, value: unknown, report: Report): string | null => {
  if (typeof value === 'string') return value;
  if (value !== undefined) report('E094', `The message of ${name} is not text.`);
  return null;
};

const readUser = (name: string, value: unknown, report: Report): VersionUser | null => {
  if (value === undefined) return null;
  if (!isRecord(value) || typeof value['name'] !== 'string' || value['name'] === '') {
    report('E054', `The user of ${name} has no name.`);
    return null;
  }
  for (const key of Object.keys(value))
    if (key !== 'name' && key !== 'address') report('E102', `The user of ${name} has the key '${key}'.`);
  const address = typeof value['address'] === 'string' ? value['address'] : null;
  if (address === null) report('W008', `The user of ${name} has no address.`);
  else if (!isUri(address)) report('W009', `The address of the user of ${name}, '${address}', is not a URI.`);
  return { name: value['name'], address };
};

/** The same state, sharing equal path lists with the previous version. */
function* sharing(state: DigestMap, before: DigestMap): SlicedWork<DigestMap> {
  const shared = new Map<string, readonly string[]>();
  yield* eachSliced(state, ([digest, paths]) => {
    const same = before.get(digest);
    shared.set(digest, same !== undefined && equal(same, paths) ? same : paths);
  });
  return shared;
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((path, index) => path === b[index]);
