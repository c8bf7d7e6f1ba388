import { inChunks, render, type RenderedDocument } from '../digests/rendering.js';
import { sortByUtf8 } from '../paths/utf8-order.js';
import { digestLength, digestsOf } from './algorithms.js';
import { bagInfoText, type BagInfoElement } from './bag-info.js';
import { encodePath, PAYLOAD, unsafePath } from './bag-path.js';
import { DECLARATION, MARK } from './declaration.js';
import { isManifest } from './read-manifests.js';

/** The manifest of the payload that is written. */
export const MANIFEST = 'manifest-sha256.txt';

/** A file of the payload. */
export interface PayloadFile {
  /** Relative to the root of the bag; it begins with `data/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly digest: string;
}

/** The digest algorithms of the manifests that are written. */
export type ManifestAlgorithm = 'sha256' | 'sha512';

export interface BagOptions {
  /** Of all digests; `sha256` by default. */
  readonly algorithm?: ManifestAlgorithm;
  /** Tag files in addition to those that are made; the tag manifest names them. */
  readonly others?: readonly Pick<PayloadFile, 'path' | 'digest'>[];
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
 * Rejects with RangeError for a path that cannot be in a bag, or is there twice, and for a digest that is none.
 */
export const writeBag = async (
  payload: Iterable<PayloadFile> | AsyncIterable<PayloadFile>,
  info: BagInfo,
  { algorithm = 'sha256', others = [] }: BagOptions = {},
): Promise<readonly TagFile[]> => {
  const lines: ManifestEntry[] = [];
  let size = 0;
  for await (const file of payload) {
    if (!file.path.startsWith(PAYLOAD))
      throw new RangeError(`${JSON.stringify(file.path)} cannot be in the payload of a bag: it is not below data/`);
    lines.push(checked(file, algorithm));
    size += file.size;
  }
  const entries = sortByUtf8(lines, ({ path }) => path);
  refuseRepeated(entries);
  const tagFiles = [
    await tagFile(DECLARATION, ['BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n']),
    await bagInfoFile(info, `${size}.${entries.length}`),
    await tagFile(`manifest-${algorithm}.txt`, { [Symbol.iterator]: () => manifestLines(entries) }),
  ];
  const wrong = others.find(({ path }) => path.startsWith(PAYLOAD) || isManifest(path, 'payload'));
  if (wrong !== undefined) throw new RangeError(`${JSON.stringify(wrong.path)} cannot be a tag file of a bag`);
  const named = [...others.map((each) => checked(each, algorithm)), ...(await namedBy(algorithm, tagFiles))];
  refuseRepeated(sortByUtf8(named, ({ path }) => path));
  return [
    ...tagFiles,
    await tagFile(`tagmanifest-${algorithm}.txt`, { [Symbol.iterator]: () => manifestLines(named) }),
  ];
};

const namedBy = (algorithm: ManifestAlgorithm, tagFiles: readonly TagFile[]): Promise<ManifestEntry[]> =>
  Promise.all(
    tagFiles.map(async ({ path, stream }) => {
      const { digests } = await digestsOf(stream(), [algorithm]);
      return { path, digest: digests[0] ?? '' };
    }),
  );

/** The `bag-info.txt` of a bag; without a Payload-Oxum, it is right for any payload. */
export const bagInfoFile = (info: BagInfo, oxum: string | null): Promise<TagFile> =>
  tagFile('bag-info.txt', elementsOf(info, oxum).map(bagInfoText));

/** The same tag file with a byte-order mark, by which it is read as UTF-8 whatever `bagit.txt` says. */
export const withMark = async ({ path, stream }: TagFile): Promise<TagFile> => {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield MARK;
    yield* stream() as AsyncIterable<Buffer>;
  };
  return { path, ...(await render(chunks)) };
};

type ManifestEntry = Pick<PayloadFile, 'path' | 'digest'>;

const checked = ({ path, digest }: ManifestEntry, algorithm: ManifestAlgorithm): ManifestEntry => {
  const why = unsafePath(path);
  if (why !== null) throw new RangeError(`${JSON.stringify(path)} cannot be in a bag: ${why}`);
  if (!path.isWellFormed()) throw new RangeError(`${JSON.stringify(path)} cannot be written in UTF-8`);
  if (!/^[\da-f]+$/.test(digest) || digest.length !== digestLength(algorithm))
    throw new RangeError(`${JSON.stringify(path)} has no ${algorithm} in lower-case hex`);
  return { path, digest };
};

const refuseRepeated = (entries: readonly ManifestEntry[]): void => {
  const twice = entries.find(({ path }, index) => entries[index + 1]?.path === path);
  if (twice !== undefined) throw new RangeError(`${JSON.stringify(twice.path)} is in the bag twice`);
};

const elementsOf = (info: BagInfo, oxum: string | null): BagInfoElement[] => [
  ...(info.sourceOrganization === null ? [] : [['Source-Organization', info.sourceOrganization] as const]),
  ['Bagging-Date', info.baggingDate.toISOString().slice(0, 10)],
  ...(oxum === null ? [] : [['Payload-Oxum', oxum] as const]),
  ['Bag-Software-Agent', info.softwareAgent],
  ...(info.others ?? []),
];

function* manifestLines(entries: Iterable<ManifestEntry>): Generator<string> {
  for (const { path, digest } of entries) yield `${digest}  ${encodePath(path)}\n`;
}

const tagFile = async (path: string, text: Iterable<string>): Promise<TagFile> => ({
  path,
  ...(await render(() => inChunks(text))),
});
