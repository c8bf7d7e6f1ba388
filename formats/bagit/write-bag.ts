import { inChunks, render, type RenderedDocument } from '../digests/rendering.js';
import { sha256Hex } from '../digests/sha256-text.js';
import { compareUtf8, sortByUtf8 } from '../paths/utf8-order.js';
import { bagInfoText, type BagInfoElement } from './bag-info.js';
import { encodePath, PAYLOAD, unsafePath } from './bag-path.js';
import { DECLARATION, MARK } from './declaration.js';

/** The manifest of the payload that is written. */
export const MANIFEST = 'manifest-sha256.txt';

/** A file of the payload. */
export interface PayloadFile {
  /** Relative to the root of the bag; it begins with `data/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface BagInfo {
  /** Null where it is not said. */
  readonly sourceOrganization: string | null;
  /** The day is that of UTC. */
  readonly baggingDate: Date;
  readonly softwareAgent: string;
  /** Further elements, written after these in the order given. */
  readonly others?: readonly BagInfoElement[];
}

/** A tag file with its size and digest, which can be sent, and sent again. */
export interface TagFile extends RenderedDocument {
  readonly path: string;
}

/**
 * Makes the tag files of a bag (BagIt 1.0, UTF-8) in the order in which they may be stored: each after those that it
 * names. The same payload, in any order, and the same facts give the same bytes; manifests are in the order of UTF-8.
 * Rejects with RangeError for a path that cannot be in a bag, or is there twice, and for a digest that is no SHA-256.
 */
export const writeBag = async (
  payload: Iterable<PayloadFile> | AsyncIterable<PayloadFile>,
  info: BagInfo,
): Promise<readonly TagFile[]> => {
  const lines: ManifestEntry[] = [];
  let size = 0;
  for await (const file of payload) {
    lines.push(checked(file));
    size += file.size;
  }
  const entries = sortByUtf8(lines, ({ path }) => path);
  refuseRepeated(entries);
  const tagFiles = [
    await tagFile(DECLARATION, ['BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n']),
    await tagFile('bag-info.txt', elementsOf(info, `${size}.${entries.length}`).map(bagInfoText)),
    await tagFile(MANIFEST, { [Symbol.iterator]: () => manifestLines(entries) }),
  ];
  const named = tagFiles.toSorted((a, b) => compareUtf8(a.path, b.path));
  return [...tagFiles, await tagFile('tagmanifest-sha256.txt', [...manifestLines(named)])];
};

/** The same tag file with a byte-order mark, by which it is read as UTF-8 whatever `bagit.txt` says. */
export const withMark = async ({ path, stream }: TagFile): Promise<TagFile> => {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield MARK;
    yield* stream() as AsyncIterable<Buffer>;
  };
  return { path, ...(await render(chunks)) };
};

type ManifestEntry = Pick<PayloadFile, 'path' | 'sha256'>;

const checked = ({ path, sha256 }: PayloadFile): ManifestEntry => {
  const why = path.startsWith(PAYLOAD) ? unsafePath(path) : 'it is not below data/';
  if (why !== null) throw new RangeError(`${JSON.stringify(path)} cannot be in the payload of a bag: ${why}`);
  if (!path.isWellFormed()) throw new RangeError(`${JSON.stringify(path)} cannot be written in UTF-8`);
  if (sha256Hex(sha256) !== sha256) throw new RangeError(`${JSON.stringify(path)} has no SHA-256 in lower-case hex`);
  return { path, sha256 };
};

const refuseRepeated = (entries: readonly ManifestEntry[]): void => {
  const twice = entries.find(({ path }, index) => entries[index + 1]?.path === path);
  if (twice !== undefined) throw new RangeError(`${JSON.stringify(twice.path)} is in the payload twice`);
};

const elementsOf = (info: BagInfo, oxum: string): BagInfoElement[] => [
  ...(info.sourceOrganization === null ? [] : [['Source-Organization', info.sourceOrganization] as const]),
  ['Bagging-Date', info.baggingDate.toISOString().slice(0, 10)],
  ['Payload-Oxum', oxum],
  ['Bag-Software-Agent', info.softwareAgent],
  ...(info.others ?? []),
];

function* manifestLines(entries: Iterable<ManifestEntry>): Generator<string> {
  for (const { path, sha256 } of entries) yield `${sha256}  ${encodePath(path)}\n`;
}

const tagFile = async (path: string, text: Iterable<string>): Promise<TagFile> => ({
  path,
  ...(await render(() => inChunks(text))),
});
