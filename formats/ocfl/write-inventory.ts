import { compareUtf8 } from '../paths/utf8-order.js';
import { inChunks, render } from '../digests/rendering.js';
import type { Rendering } from '../digests/rendering.js';
import type { DigestMap, Inventory, InventoryVersion } from './inventory.js';
import { versionNumber } from './version-name.js';

/** The inventory as JSON: one inventory, one sequence of bytes, whatever order its maps were filled in. */
export const renderInventory = (inventory: Inventory): Promise<Rendering> => render(() => inChunks(pieces(inventory)));

const text = (value: string): string => JSON.stringify(value);

function* pieces(inventory: Inventory): Generator<string> {
  yield `{\n  "id": ${text(inventory.id)},\n  "type": ${text(inventory.type)}`;
  yield `,\n  "digestAlgorithm": ${text(inventory.digestAlgorithm)},\n  "head": ${text(inventory.head)}`;
  if (inventory.contentDirectory !== null) yield `,\n  "contentDirectory": ${text(inventory.contentDirectory)}`;
  yield ',\n  "manifest": ';
  yield* digestMap(inventory.manifest, '  ');
  yield ',\n  "versions": {';
  const versions = [...inventory.versions].sort(([a], [b]) => (versionNumber(a) ?? 0) - (versionNumber(b) ?? 0));
  for (const [index, [name, version]] of versions.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${text(name)}: {\n`;
    yield* versionBlock(version);
    yield '\n    }';
  }
  yield '\n  }';
  if (inventory.fixity !== null) yield* fixityBlock(inventory.fixity);
  yield '\n}\n';
}

function* versionBlock({ created, message, user, state }: InventoryVersion): Generator<string> {
  yield `      "created": ${text(created)},\n`;
  if (message !== null) yield `      "message": ${text(message)},\n`;
  if (user !== null) {
    const address = user.address === null ? '' : `, "address": ${text(user.address)}`;
    yield `      "user": { "name": ${text(user.name)}${address} },\n`;
  }
  yield '      "state": ';
  yield* digestMap(state, '      ');
}

function* fixityBlock(fixity: ReadonlyMap<string, DigestMap>): Generator<string> {
  yield ',\n  "fixity": {';
  const algorithms = [...fixity].sort(([a], [b]) => compareUtf8(a, b));
  for (const [index, [algorithm, block]] of algorithms.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${text(algorithm)}: `;
    yield* digestMap(block, '    ');
  }
  yield '\n  }';
}

/** One line a digest. */
function* digestMap(map: DigestMap, indent: string): Generator<string> {
  yield '{';
  let before = '';
  for (const digest of [...map.keys()].sort(compareUtf8)) {
    yield `${before}\n${indent}  ${text(digest)}: ${JSON.stringify(map.get(digest))}`;
    before = ',';
  }
  yield before === '' ? '}' : `\n${indent}}`;
}
