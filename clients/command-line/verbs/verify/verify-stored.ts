import { forEachConcurrently } from '../../../../flow/concurrently.js';
import type { Archive, ArchivedFile } from '../../../archive/archive.js';
import { folderBefore, isPattern } from '../../looking/file-pattern.js';
import { patternMatcher } from '../../looking/pattern-matcher.js';
import { selectFiles } from '../../looking/selected-files.js';
import { pathBelow, type GroupTarget } from '../../looking/target.js';
import { countText, sizeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { writeText } from '../../output/write-text.js';
import type { Ended, Session } from '../../program/verb.js';
import { depositorPath, storedPath } from '../../program/depositor-name.js';
import { contentReader } from '../restore/read-content.js';
import { auditNext, restoreFault, restoredText } from '../restore/restore-faults.js';
import { digestOf } from '../restore/digest-of.js';

/** Few, since they share a disk. */
const CONCURRENT_READS = 4;

/** A file as it is stored, with a version that has it. */
interface StoredFile extends Pick<ArchivedFile, 'stored' | 'size' | 'digest'> {
  readonly version: number;
}

const versionsOf = ({ head, version, isVersionTyped }: GroupTarget): number[] =>
  isVersionTyped ? [version] : Array.from({ length: head }, (_, index) => index + 1);

/** The folder or file whose listing has all that a path means; empty for everything. */
const listedPath = (below: string): string => {
  if (below === '') return '';
  return storedPath(isPattern(below) ? folderBefore(below) : below).replace(/\/$/, '');
};

/** Every file that is stored, once: bytes that several paths or versions have are stored once. */
async function* storedFiles(archive: Archive, target: GroupTarget): AsyncGenerator<StoredFile> {
  const seen = new Set<string>();
  const matches = isPattern(target.below) ? patternMatcher(target.below) : () => true;
  const at = listedPath(target.below);
  for (const version of versionsOf(target))
    for await (const { stored, size, digest } of archive.files(target.group, version, at, { described: false })) {
      if (seen.has(digest.value) || !matches(depositorPath(stored) ?? stored)) continue;
      seen.add(digest.value);
      yield { stored, size, digest, version };
    }
}

/** Rejects with CommandFault where nothing is at the path. */
const requireThere = async (archive: Archive, target: GroupTarget): Promise<void> => {
  const { files } = await selectFiles(archive, target, { stored: false, verb: 'verify', described: false });
  await files[Symbol.asyncIterator]().return?.();
};

const whatText = (target: GroupTarget): string =>
  target.isVersionTyped ? restoredText(target) : shownName(pathBelow(target.group, target.below));

const readText = (target: GroupTarget, files: number, bytes: number): string => {
  const versions = versionsOf(target).length;
  const counted = [
    ...(target.isVersionTyped ? [] : [countText(versions, 'version')]),
    countText(files, 'stored file'),
    `${sizeText(bytes)} read`,
  ];
  return `${whatText(target)}: ${counted.join(', ')}`;
};

/** Reads what is stored of a group or of a part of it, and compares it with its digests. */
export const verifyStored = async (
  archive: Archive,
  target: GroupTarget,
  { output, interrupted, environment }: Session,
): Promise<Ended> => {
  const { progress } = output;
  await requireThere(archive, target);
  let [files, bytes, damaged] = [0, 0, 0];
  progress.begin('Reading', { files: null, bytes: 0 });
  const check = async (file: StoredFile): Promise<void> => {
    const { stored, digest, version } = file;
    const name = depositorPath(stored) ?? stored;
    const content = contentReader(archive, { group: target.group, version }, interrupted);
    const found = await digestOf(file, content, (more) => {
      bytes += more;
      progress.advance(0, more);
    });
    files++;
    progress.advance(1, 0);
    if (found === digest.value) return;
    damaged++;
    const path = `${pathBelow(target.group, name)}@v${version}`;
    await output.record({ type: 'damaged', path, expected: digest.value, found });
    await writeText(
      output,
      `${output.paint('red', 'DAMAGED')}     ${shownName(path)}\n` +
        `  preserved ${digest.value}\n  found     ${found ?? 'no such file'}\n`,
    );
  };
  try {
    await forEachConcurrently(storedFiles(archive, target), { width: CONCURRENT_READS, signal: interrupted }, check);
  } catch (error) {
    const from = environment['MUNIMENT_SERVER'];
    throw restoreFault(error, { to: '', from, files, ofFiles: files, bytes, ofBytes: bytes }, interrupted.aborted);
  } finally {
    progress.end();
  }
  const verdict = damaged === 0 ? 'all as preserved' : output.paint('red', `${damaged} DAMAGED`);
  if (damaged > 0 || !output.quiet) await writeText(output, `${readText(target, files, bytes)}: ${verdict}.\n`);
  const { group, version, isVersionTyped } = target;
  if (damaged > 0) output.note(auditNext(group));
  const summary = { group, version: isVersionTyped ? version : null, to: null, as: null, files, bytes };
  return { code: damaged === 0 ? 0 : 1, summary: { ...summary, counts: { damaged } } };
};
