import { versionEntry, type VersionEntry } from '../../../../formats/archive-files/version-entries.js';
import type { ArchiveFile } from '../../../../formats/archive-files/archive-file.js';
import { checkedBytes } from '../../../../formats/digests/checked-bytes.js';
import { sortByUtf8 } from '../../../../formats/paths/utf8-order.js';
import { tarFile } from '../../../../formats/tar/tar-file.js';
import { zipFile } from '../../../../formats/zip/zip-file.js';
import { CommandFault } from '../../command-fault.js';
import { sizeOfText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { Ended } from '../../program/verb.js';
import type { ChosenFile, ChosenFiles } from './chosen-files.js';
import { placeNames } from './place-names.js';
import { isGone, type ReadPieces } from './read-content.js';
import { collisionFault, damageSentence, restoredWord, restoreFault } from './restore-faults.js';
import { damageRecord, endOfRestore, type Restore } from './restore-files.js';
import { fileSink, outputSink, prepareFile, type Sink } from './whole-file.js';
import type { Damage } from './damage.js';

/** A damaged file is found while it is written. */
class DamagedEntry extends Error {
  override name = 'DamagedEntry';
  readonly damage: Damage;
  constructor(damage: Damage) {
    super(`${damage.file.stored} is damaged.`);
    this.damage = damage;
  }
}

/** The bytes of a file; fails at their end where they are not those that were preserved. */
async function* checked(content: ReadPieces, file: ChosenFile): AsyncGenerator<Uint8Array> {
  const damaged = (found: string | null): DamagedEntry => new DamagedEntry({ file, found });
  try {
    yield* checkedBytes(content(file), file.digest, damaged);
  } catch (error) {
    throw isGone(error) ? damaged(null) : error;
  }
}

const archiveOf = ({ target, options }: Restore, chosen: ChosenFiles, content: ReadPieces): Promise<ArchiveFile> => {
  const entries = chosen.files.map((file) => versionEntry(file.name, file, (each) => checked(content, each)));
  sortByUtf8(entries, ({ path }) => path);
  const open = (entry: VersionEntry): AsyncIterable<Uint8Array> => entry.open();
  return options.as === 'tar' ? tarFile(entries, open) : zipFile(entries, open, { comment: restoredWord(target) });
};

const requireOneEach = (to: string, { files }: ChosenFiles): void => {
  const names = files.map(({ name }) => name);
  const { collision } = placeNames(names, (name) => name);
  if (collision !== null) throw collisionFault(to, collision);
};

const sinkOf = ({ disk, options, session }: Restore, size: number): Sink => {
  const { output } = session;
  if (options.to === '-') return outputSink(output);
  prepareFile(disk, options.to);
  return fileSink(disk, options.to, (bytes) =>
    output.note(`Continuing: ${sizeOfText(bytes, size)} are there and were compared.`),
  );
};

/** What ends a zip or a tar at a damaged file. */
const damagedFault = async ({ target, options, session }: Restore, damage: Damage): Promise<CommandFault> => {
  await session.output.record(damageRecord(damage));
  const left = options.to === '-' ? 'What was written is incomplete.' : `${shownName(options.to)} was not written.`;
  const next = `muniment audit ${shellWord(target.group)}; --as files --skip-damaged for the rest`;
  return new CommandFault(`${damageSentence(target, damage)} ${left}`, { code: 'damaged', next });
};

/** Restores files to a zip or a tar, or to standard output in that form. */
export const restoreOneFile = async (restore: Restore, chosen: ChosenFiles, content: ReadPieces): Promise<Ended> => {
  const { options, session } = restore;
  const { output, interrupted } = session;
  requireOneEach(options.to, chosen);
  const file = await archiveOf(restore, chosen, content);
  const sink = sinkOf(restore, file.size);
  const from = session.environment['MUNIMENT_SERVER'];
  const reached = { to: options.to, from, files: 0, ofFiles: 1, bytes: 0, ofBytes: file.size, isOneFile: true };
  output.progress.begin('Copying', { files: null, bytes: file.size });
  try {
    for await (const piece of file.read()) {
      interrupted.throwIfAborted();
      await sink.take(piece);
      reached.bytes += piece.length;
      output.progress.advance(0, piece.length);
    }
    await sink.end();
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw restoreFault(error, reached, interrupted.aborted);
    sink.discard();
    throw await damagedFault(restore, error.damage);
  } finally {
    await sink.close();
    output.progress.end();
  }
  return endOfRestore(restore, chosen, []);
};
