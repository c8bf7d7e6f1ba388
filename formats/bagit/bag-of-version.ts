import { Readable } from 'node:stream';
import {
  nameInPart,
  versionEntry,
  type VersionEntry,
  type VersionFile,
  type VersionPart,
} from '../archive-files/version-entries.js';
import { digestBytes } from '../digests/digested.js';
import { sortByUtf8 } from '../paths/utf8-order.js';
import { PAYLOAD } from './bag-path.js';
import { carriedElements, readBagInfo } from './carried-elements.js';
import { isManifest } from './read-manifests.js';
import { writeBag, type ManifestAlgorithm, type TagFile } from './write-bag.js';

/** Where the tag files of a bag are preserved that was given to the archive. */
export const PRESERVED_TAG_FILES = 'metadata/ad-hoc/bag/';

/** The label in `bag-info.txt` of the version that a bag has the files of, as `letters/1911@v1`. */
export const ARCHIVED_VERSION = 'Archived-Version';

/** A version, or a part of it, as a bag. */
export interface BaggedVersion<File extends VersionFile> {
  readonly files: Iterable<File> | AsyncIterable<File>;
  /** With `stored`, METS, outputs of tools and preserved tag files are tag files of the bag, as they are stored. */
  readonly part: VersionPart;
  readonly open: (file: File) => AsyncIterable<Uint8Array>;
  /** When the version was made, which is the date of the bag. */
  readonly made: Date;
  /** What is bagged, as `letters/1911@v1`. */
  readonly version: string;
  /** The name of this software, without its own version, so that a newer one makes the same bag. */
  readonly software: string;
}

/**
 * The files of a bag (BagIt 1.0) in the order of their paths: those of the depositor in `data/`, the tag files of a bag
 * that was preserved with them where they were, and its `bag-info.txt` with the elements that are still true. The same
 * version gives the same bytes. Rejects as `writeBag`, and with what `open` fails with.
 */
export const bagOfVersion = async <File extends VersionFile>(
  bagged: BaggedVersion<File>,
): Promise<readonly VersionEntry[]> => {
  const payload: VersionEntry[] = [];
  const tags: VersionEntry[] = [];
  const preserved = new Map<string, File>();
  for await (const file of bagged.files) {
    const entryAt = (path: string): VersionEntry => versionEntry(path, file, bagged.open);
    const name = nameInPart(file.stored, { ...bagged.part, stored: false });
    if (name !== null) payload.push(entryAt(PAYLOAD + name));
    if (bagged.part.below !== '' || name !== null) continue;
    if (bagged.part.stored) tags.push(entryAt(file.stored));
    if (file.stored.startsWith(PRESERVED_TAG_FILES)) preserved.set(file.stored.slice(PRESERVED_TAG_FILES.length), file);
  }
  for (const [path, file] of preserved) if (isCarried(path)) tags.push(versionEntry(path, file, bagged.open));
  return withTagFiles(payload, firstOfEach(tags), await elementsOf(bagged, preserved), bagged);
};

/** Whether a tag file of an earlier bag is still right: it does not say what files the bag has, or how it is written. */
const isCarried = (path: string): boolean =>
  !/^(?:bagit|bag-info|package-info|fetch)\.txt$/.test(path) &&
  !isManifest(path, 'payload') &&
  !isManifest(path, 'tag files') &&
  !path.startsWith(PAYLOAD);

/** Without the tag files of an earlier bag that are called like others which are stored. */
const firstOfEach = (tags: readonly VersionEntry[]): VersionEntry[] => [
  ...new Map(tags.toReversed().map((each) => [each.path, each])).values(),
];

type Elements = readonly (readonly [label: string, value: string])[];

const elementsOf = async <File extends VersionFile>(
  { open, software, version }: BaggedVersion<File>,
  preserved: ReadonlyMap<string, File>,
): Promise<Elements> => {
  const elements = await readBagInfo({
    async *list() {
      for (const [path, { size }] of preserved) yield await Promise.resolve({ path, size });
    },
    open: (path) => {
      const file = preserved.get(path);
      if (file === undefined) throw new RangeError(`The bag has no tag file ${path}.`);
      return open(file);
    },
  });
  return [...carriedElements(elements, { sourceOrganization: null, software }), [ARCHIVED_VERSION, version]];
};

const withTagFiles = async (
  payload: readonly VersionEntry[],
  tags: readonly VersionEntry[],
  others: Elements,
  { made, software }: Pick<BaggedVersion<VersionFile>, 'made' | 'software'>,
): Promise<readonly VersionEntry[]> => {
  const algorithm: ManifestAlgorithm = [...payload, ...tags][0]?.digest.algorithm ?? 'sha256';
  const named = ({ path, size, digest }: VersionEntry) => ({ path, size, digest: digest.value });
  const written = await writeBag(
    payload.map(named),
    { sourceOrganization: null, baggingDate: made, softwareAgent: software, others },
    { algorithm, others: tags.map(named) },
  );
  const all = [...(payload.length === 0 ? [NO_PAYLOAD] : payload), ...tags, ...written.map(writtenEntry)];
  return sortByUtf8(all, ({ path }) => path);
};

/** A bag has this folder, also where it is empty. */
const NO_PAYLOAD: VersionEntry = {
  path: PAYLOAD,
  size: 0,
  modified: null,
  digest: { algorithm: 'sha256', value: digestBytes('').sha256 },
  open: () => Readable.from([]),
};

const writtenEntry = ({ path, size, sha256, stream }: TagFile): VersionEntry => ({
  path,
  size,
  modified: null,
  digest: { algorithm: 'sha256', value: sha256 },
  open: stream,
});
