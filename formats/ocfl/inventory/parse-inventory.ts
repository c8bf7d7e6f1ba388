import { readDigestMap, type DigestMapCodes } from './digest-map.js';
import { isError, reportInto, type Finding, type Report } from '../finding.js';
import type { DigestMap, Inventory, InventoryVersion } from './inventory.js';
import { JsonBuilder } from '../../json/json-builder.js';
import { isRecord, jsonText } from '../../json/json-record.js';
import { readContentDirectory, readDigestAlgorithm, readId, readType } from './inventory-heading.js';
import { readVersionBlock } from './version-block.js';
import { versionNumber } from '../version-name.js';
import { versionNames } from './version-sequence.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { runToEnd, eachSliced, type SlicedWork } from '../../../flow/slices.js';

const CONTENT_PATHS = { outerSlash: 'E100', badElement: 'E099', conflict: 'E101' };
const MANIFEST: DigestMapCodes = { notObject: 'E106', badPaths: 'E092', duplicateDigest: 'E096', ...CONTENT_PATHS };
const FIXITY: DigestMapCodes = { notObject: 'E057', badPaths: 'E057', duplicateDigest: 'E097', ...CONTENT_PATHS };

const KEYS = new Set(['id', 'type', 'digestAlgorithm', 'head', 'contentDirectory', 'manifest', 'versions', 'fixity']);

export interface ParsedInventory {
  /** Null when there is an error (a finding with an `E` code). */
  readonly inventory: Inventory | null;
  readonly findings: readonly Finding[];
  /** What other checks need, in spite of errors; null when the inventory is not a JSON object. */
  readonly outline: InventoryOutline | null;
}

export interface InventoryOutline {
  readonly digestAlgorithm: string | null;
  readonly contentDirectory: string | null;
}

/** Reads an inventory and validates it by itself (OCFL 1.1, 3.5); `place` is its path in the findings. */
export const parseInventory = (bytes: Uint8Array, place = 'inventory.json'): ParsedInventory =>
  runToEnd(
    validated(() => {
      const builder = new JsonBuilder();
      builder.take(bytes);
      return builder.end();
    }, place),
  );

/**
 * As `parseInventory`, for a stream: the text is never kept whole, and control returns to the event loop between
 * slices.
 */
export const parseInventoryChunks = async (
  chunks: AsyncIterable<Uint8Array>,
  place = 'inventory.json',
): Promise<ParsedInventory> => {
  const builder = new JsonBuilder();
  for await (const chunk of chunks) builder.take(chunk);
  return runInSlices(validated(() => builder.end(), place));
};

function* validated(read: () => unknown, place: string): SlicedWork<ParsedInventory> {
  const findings: Finding[] = [];
  const report = reportInto(findings, place);
  const value = recordOf(read, report);
  if (value === null) return { inventory: null, findings, outline: null };
  for (const key of Object.keys(value))
    if (!KEYS.has(key)) report('E102', `The inventory has the key '${key}', which OCFL does not know.`);
  const id = readId(value['id'], report);
  const type = readType(value['type'], report);
  const digestAlgorithm = readDigestAlgorithm(value['digestAlgorithm'], report);
  const contentDirectory = readContentDirectory(value['contentDirectory'], report);
  const manifest = yield* readManifest(value['manifest'], contentDirectory ?? 'content', report);
  const versions = yield* readVersions(value['versions'], manifest, report);
  const head = readHead(value['head'], versions, report);
  yield* checkUse(manifest, versions, report);
  const fixity = yield* readFixity(value['fixity'], manifest, report);
  const inventory = { id, type, digestAlgorithm, head, contentDirectory, manifest, versions, fixity };
  const outline = { digestAlgorithm: digestAlgorithm === '' ? null : digestAlgorithm, contentDirectory };
  return { inventory: findings.some(isError) ? null : inventory, findings, outline };
}

const recordOf = (read: () => unknown, report: Report): Record<string, unknown> | null => {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    report('E033', `The inventory is not JSON in UTF-8: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
  if (isRecord(value)) return value;
  report('E033', 'The inventory is not a JSON object.');
  return null;
};

function* readManifest(value: unknown, contentDirectory: string, report: Report): SlicedWork<DigestMap> {
  if (value === undefined) {
    report('E041', 'The inventory has no manifest.');
    return new Map();
  }
  const manifest = yield* readDigestMap(value, MANIFEST, 'The manifest', report);
  yield* eachSliced(manifest, ([digest, paths]) => {
    if (paths.length === 0) report('E092', `The manifest has no content path for ${digest}.`);
    for (const path of paths) {
      const [version = '', directory] = path.split('/', 2);
      if (versionNumber(version) === null || directory !== contentDirectory)
        report('E042', `The manifest holds '${path}', which is in no version's ${contentDirectory} directory.`);
    }
  });
  return manifest;
}

type Versions = ReadonlyMap<string, InventoryVersion>;

function* readVersions(value: unknown, manifest: DigestMap, report: Report): SlicedWork<Versions> {
  const versions = new Map<string, InventoryVersion>();
  if (value === undefined) report('E043', 'The inventory has no versions block.');
  else if (!isRecord(value)) report('E044', 'The versions block is not a JSON object.');
  else {
    let before: DigestMap = new Map();
    for (const name of versionNames(Object.keys(value), report)) {
      yield;
      const version = yield* readVersionBlock(name, value[name], { manifest, before }, report);
      if (version === null) continue;
      versions.set(name, version);
      before = version.state;
    }
  }
  return versions;
}

const readHead = (value: unknown, versions: Versions, report: Report): string => {
  const last = [...versions.keys()].at(-1);
  if (value === undefined) report('E036', 'The inventory has no head.');
  else if (typeof value !== 'string' || versionNumber(value) === null || value !== last)
    report('E040', `The head is ${jsonText(value)}, while the last version is ${last ?? 'none'}.`);
  return typeof value === 'string' ? value : '';
};

/** Reports digests of the manifest that no state has. */
function* checkUse(manifest: DigestMap, versions: Versions, report: Report): SlicedWork<void> {
  const unused = new Set(manifest.keys());
  for (const { state } of versions.values()) yield* eachSliced(state.keys(), (digest) => unused.delete(digest));
  for (const digest of unused) report('E107', `The manifest has ${digest}, which no version uses.`);
}

function* readFixity(value: unknown, manifest: DigestMap, report: Report): SlicedWork<Inventory['fixity']> {
  if (value === undefined) return null;
  if (!isRecord(value)) {
    report('E111', 'The fixity block is not a JSON object.');
    return null;
  }
  const content = new Set([...manifest.values()].flat());
  const blocks = new Map<string, DigestMap>();
  for (const [algorithm, block] of Object.entries(value)) {
    const fixity = yield* readDigestMap(block, FIXITY, `The fixity block for ${algorithm}`, report);
    for (const path of [...fixity.values()].flat())
      if (!content.has(path)) report('E093', `The fixity block for ${algorithm} names '${path}', which is not there.`);
    blocks.set(algorithm, fixity);
  }
  return blocks;
}
