import { compareUtf8, sortByUtf8 } from '../../paths/utf8-order.js';
import { inChunks } from '../../digests/rendering.js';
import type { DigestMap, Inventory, InventoryVersion } from './inventory.js';
import { versionNumber } from '../version-name.js';

/** The bytes of an inventory as JSON. Equal inventories give equal bytes, whatever the order of their maps. */
export const inventoryChunks = (inventory: Inventory): Iterable<Buffer> => inChunks(pieces(inventory));

/** The indentation of digests in the manifest and in the state of a version. */
export const MANIFEST_INDENT = '    ';
export const STATE_INDENT = '        ';

const text = (value: string): string => JSON.stringify(value);

function* pieces(inventory: Inventory): Generator<string> {
  yield inventoryHeading(inventory);
  yield* digestMap(inventory.manifest, MANIFEST_INDENT);
  yield ',\n  "versions": {';
  const versions = [...inventory.versions].sort(([a], [b]) => (versionNumber(a) ?? 0) - (versionNumber(b) ?? 0));
  for (const [index, [name, version]] of versions.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${versionHeading(name, version)}`;
    yield* digestMap(version.state, STATE_INDENT);
    yield '\n    }';
  }
  yield '\n  }';
  if (inventory.fixity !== null) yield* fixityBlock(inventory.fixity);
  yield '\n}\n';
}

/** The text before the manifest's digests. */
export const inventoryHeading = (
  inventory: Pick<Inventory, 'id' | 'type' | 'digestAlgorithm' | 'head' | 'contentDirectory'>,
): string => {
  const { id, type, digestAlgorithm, head, contentDirectory } = inventory;
  const directory = contentDirectory === null ? '' : `,\n  "contentDirectory": ${text(contentDirectory)}`;
  return (
    `{\n  "id": ${text(id)},\n  "type": ${text(type)},\n  "digestAlgorithm": ${text(digestAlgorithm)}` +
    `,\n  "head": ${text(head)}${directory},\n  "manifest": `
  );
};

/** The text before the digests of a version's state. */
export const versionHeading = (
  name: string,
  { created, message, user }: Pick<InventoryVersion, 'created' | 'message' | 'user'>,
): string => {
  const lines = [`${text(name)}: {\n`, `      "created": ${text(created)},\n`];
  if (message !== null) lines.push(`      "message": ${text(message)},\n`);
  if (user !== null) {
    const address = user.address === null ? '' : `, "address": ${text(user.address)}`;
    lines.push(`      "user": { "name": ${text(user.name)}${address} },\n`);
  }
  return `${lines.join('')}      "state": `;
};

function* fixityBlock(fixity: ReadonlyMap<string, DigestMap>): Generator<string> {
  yield ',\n  "fixity": {';
  const algorithms = [...fixity].sort(([a], [b]) => compareUtf8(a, b));
  for (const [index, [algorithm, block]] of algorithms.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${text(algorithm)}: `;
    yield* digestMap(block, '      ');
  }
  yield '\n  }';
}

/** The line of a digest with its paths. */
export const digestLine = (indent: string, digest: string, paths: readonly string[]): string =>
  `${indent}${text(digest)}: ${JSON.stringify(paths)}`;

/** One line for each digest. */
function* digestMap(map: DigestMap, indent: string): Generator<string> {
  yield '{';
  let before = '';
  for (const digest of inOrder([...map.keys()])) {
    yield `${before}\n${digestLine(indent, digest, map.get(digest) ?? [])}`;
    before = ',';
  }
  yield before === '' ? '}' : `\n${indent.slice(2)}}`;
}

/** Most maps come sorted, and sorting a long one is slow. */
const inOrder = (digests: string[]): string[] =>
  digests.every((digest, index) => index === 0 || compareUtf8(digests[index - 1] ?? '', digest) < 0)
    ? digests
    : sortByUtf8(digests, (digest) => digest);
