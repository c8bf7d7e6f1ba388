import type { VersionEntry } from '../../../../formats/archive-files/version-entries.js';
import { bagOfVersion, PRESERVED_TAG_FILES } from '../../../../formats/bagit/bag-of-version.js';
import { PAYLOAD } from '../../../../formats/bagit/bag-path.js';
import type { Archive } from '../../../archive/archive.js';
import { CommandFault } from '../../command-fault.js';
import type { GroupTarget } from '../../looking/target.js';
import { restoredWord } from './restore-faults.js';
import { SOFTWARE } from '../../program/software.js';
import type { ChosenFile, ChosenFiles } from './chosen-files.js';
import type { ReadContent } from './read-content.js';
import type { ContentSource } from './tar-reader.js';

/** The files of a bag, by their paths in it. */
export interface BagFiles {
  /** The payload. */
  readonly chosen: ChosenFiles;
  /** The tag files. */
  readonly beside: readonly ChosenFile[];
  readonly content: ReadContent;
  readonly folders: readonly string[];
}

type Reading = Pick<Archive, 'files' | 'versions'>;

const madeOf = async (archive: Reading, { group, version }: GroupTarget): Promise<Date> => {
  for await (const each of archive.versions(group)) if (each.version === version) return new Date(each.made);
  return new Date(0);
};

/** The chosen files under the stored paths that give them their names in a bag, and the tag files of an earlier bag. */
async function* filesToBag(archive: Reading, { group, version }: GroupTarget, chosen: ChosenFiles) {
  for (const file of chosen.files) yield { ...file, stored: `objects/${file.name}`, from: file.stored };
  for await (const file of archive.files(group, version, PRESERVED_TAG_FILES.replace(/\/$/, ''), { described: false }))
    yield { ...file, from: file.stored };
}

const fileOf = ({ path, size, digest, modified }: VersionEntry): ChosenFile => ({
  ...{ stored: path, name: path, size, digest },
  fileDate: modified?.toISOString() ?? null,
});

const bagged = async (work: () => Promise<readonly VersionEntry[]>): Promise<readonly VersionEntry[]> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFault(`${error.message}. Nothing was written.`, { code: 'name-impossible', next: '--as tar' });
  }
};

async function* buffersOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

/** The bag of chosen files. Rejects with CommandFault where one cannot be in a bag under its name. */
export const bagFiles = async (
  archive: Reading,
  target: GroupTarget,
  chosen: ChosenFiles,
  { content, pieces }: Pick<ContentSource, 'content' | 'pieces'>,
): Promise<BagFiles> => {
  const made = await madeOf(archive, target);
  const entries = await bagged(() =>
    bagOfVersion({
      files: filesToBag(archive, target, chosen),
      part: { below: '', stored: false },
      open: ({ from, size }) => pieces({ stored: from, size }),
      made,
      version: restoredWord(target),
      software: SOFTWARE,
    }),
  );
  const payload = new Map(chosen.files.map((file) => [`${PAYLOAD}${file.name}`, file]));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const files = entries.filter(({ path }) => !path.endsWith('/')).map(fileOf);
  return {
    chosen: { ...chosen, files: files.filter(({ name }) => name.startsWith(PAYLOAD)) },
    folders: [PAYLOAD.replace(/\/$/, '')],
    beside: files.filter(({ name }) => !name.startsWith(PAYLOAD)),
    content: async ({ stored }) => {
      const [file, entry] = [payload.get(stored), byPath.get(stored)];
      if (file !== undefined) return content(file);
      if (entry === undefined) throw new Error(`the bag has no file ${stored}`);
      return buffersOf(entry.open());
    },
  };
};
