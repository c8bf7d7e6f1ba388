import { createHash } from 'node:crypto';
import { hashedInto } from '../../../../formats/digests/digested.js';
import type { Inventory } from '../../../../formats/ocfl/inventory/inventory.js';
import { parseInventoryChunks } from '../../../../formats/ocfl/inventory/parse-inventory.js';
import { sidecarDigest } from '../../../../formats/ocfl/inventory/sidecar.js';
import { versionName } from '../../../../formats/ocfl/version-name.js';
import { ocflId } from '../../../../formats/paths/repository-path.js';
import type { Archive, Digest, ObjectFile } from '../../../archive/archive.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { versionText, type GroupTarget } from '../../looking/target.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { ChosenFile, ChosenFiles } from './chosen-files.js';
import type { RestoreOptions } from './options.js';
import { objectContent } from './object-content.js';
import { contentReader, isGone, type ReadPieces } from './read-content.js';
import { damageSentence } from './restore-faults.js';
import type { ContentSource } from './tar-reader.js';

/** The files of an OCFL object, each with the digest that the object itself has for it. */
export interface OcflObject extends Pick<ContentSource, 'content' | 'close'> {
  readonly chosen: ChosenFiles;
}

type Reading = Pick<Archive, 'files' | 'objectFiles' | 'openObjectFile' | 'openTar' | 'pathOfObjectFile'>;
type At = Pick<GroupTarget, 'group' | 'version'>;

/** A sidecar or a declaration of more bytes is none. */
const MOST_BYTES = 4_096;

const SIDECAR = /^(?:v\d+\/)?inventory\.json\.(sha256|sha512)$/;
const DECLARATION = /^0=(ocfl_object_\d+\.\d+)$/;

const damagedFault = (target: At, sentence: string): CommandFault =>
  new CommandFault(sentence, { code: 'damaged', next: `muniment audit ${shellWord(target.group)}` });

/** The digest of some bytes that are known. */
const sha256 = (bytes: Uint8Array | string): Digest => ({
  algorithm: 'sha256',
  value: createHash('sha256').update(bytes).digest('hex'),
});

const chosen = ({ stored, size }: ObjectFile, digest: Digest): ChosenFile => ({
  ...{ stored, name: stored, size: size ?? 0, digest },
  fileDate: null,
});

/** Reads an object up to a version. */
class ObjectReading {
  readonly #at: At;
  readonly #content: ReadPieces;
  readonly #listed: ReadonlyMap<string, ObjectFile>;
  readonly #files = new Map<string, ChosenFile>();

  constructor(at: At, content: ReadPieces, listed: ReadonlyMap<string, ObjectFile>) {
    this.#at = at;
    this.#content = content;
    this.#listed = listed;
  }

  async read(): Promise<readonly ChosenFile[]> {
    await this.#readSidecars();
    const inventory = await this.#readInventory();
    for (const [value, paths] of inventory.manifest) {
      const digest = { algorithm: inventory.digestAlgorithm, value: value.toLowerCase() } as Digest;
      for (const path of paths) this.#choose(path, digest);
    }
    for (const path of this.#listed.keys()) {
      const [, text] = DECLARATION.exec(path) ?? [];
      if (text !== undefined) this.#choose(path, sha256(`${text}\n`));
    }
    return [...this.#files.values()];
  }

  #choose(path: string, digest: Digest): void {
    this.#files.set(path, chosen(this.#listed.get(path) ?? { stored: path, size: null }, digest));
  }

  /** Sidecars are read first: they have the digests of the inventories. */
  async #readSidecars(): Promise<void> {
    for (const path of this.#listed.keys()) {
      const [, algorithm] = SIDECAR.exec(path) ?? [];
      if (algorithm === undefined) continue;
      const bytes = await this.#smallFile(path);
      const value = sidecarDigest(bytes.toString());
      if (value === null) throw this.#notAsOcflSays(`${path} is not a sidecar`);
      this.#choose(path, sha256(bytes));
      this.#choose(path.slice(0, -1 - algorithm.length), { algorithm, value } as Digest);
    }
  }

  /** The inventory of the object root, compared with its sidecar. */
  async #readInventory(): Promise<Inventory> {
    const file = this.#files.get('inventory.json');
    if (file === undefined) throw this.#notAsOcflSays('inventory.json has no sidecar');
    const hash = createHash(file.digest.algorithm);
    try {
      const { inventory } = await parseInventoryChunks(hashedInto(hash, this.#content(file)));
      const found = hash.digest('hex');
      if (found !== file.digest.value) throw damagedFault(this.#at, damageSentence(this.#at, { file, found }));
      const { group, version } = this.#at;
      if (inventory?.id !== ocflId(group) || inventory.head !== versionName(version))
        throw this.#notAsOcflSays(`inventory.json is not that of version ${version} of ${shownName(group)}`);
      return inventory;
    } catch (error) {
      throw isGone(error) ? damagedFault(this.#at, damageSentence(this.#at, { file, found: null })) : error;
    }
  }

  async #smallFile(path: string): Promise<Buffer> {
    const { stored, size } = this.#listed.get(path) ?? { stored: path, size: null };
    if (size !== null && size > MOST_BYTES) throw this.#notAsOcflSays(`${path} is too large`);
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.#content({ stored, size: size ?? 0 })) pieces.push(piece);
    } catch (error) {
      throw isGone(error) ? this.#notAsOcflSays(`${path} is not there`) : error;
    }
    return Buffer.concat(pieces);
  }

  #notAsOcflSays(why: string): CommandFault {
    return damagedFault(this.#at, `DAMAGED: the OCFL object of ${versionText(this.#at)}: ${why}.`);
  }
}

/**
 * The OCFL object of a group as it was with a version. What each file must be is known from the object alone: content
 * by the inventory, inventories by their sidecars. Rejects with CommandFault where the inventory is damaged.
 */
export const readOcflObject = async (archive: Reading, at: At, signal: AbortSignal): Promise<OcflObject> => {
  const open: Archive['open'] = (...of) => archive.openObjectFile(...of);
  const pieces = contentReader({ open }, at, signal);
  const listed = new Map<string, ObjectFile>();
  for await (const file of archive.objectFiles(at.group, at.version)) listed.set(file.stored, file);
  const read = await new ObjectReading(at, pieces, listed).read();
  const object = await objectContent(archive, at, read, pieces, signal);
  const { files } = object;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { chosen: { kind: 'folder', listed: '', files, bytes }, content: object.content, close: () => object.close() };
};

/** An object is restored wholly, with all of its versions. Throws CommandFault. */
export const requireWholeObject = ({ group, below, version, head }: GroupTarget, { to }: RestoreOptions): void => {
  const next = `muniment restore ${shellWord(group)} --as ocfl --to ${shellWord(to)}`;
  if (below !== '') throw wordsFault(`--as ocfl writes the whole object, not only ${shownName(below)}.`, next);
  if (version !== head)
    throw wordsFault(`An OCFL object has all versions, here up to v${head}: leave out @v${version}.`, next);
};
