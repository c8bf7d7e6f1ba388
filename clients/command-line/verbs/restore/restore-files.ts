import type { Archive } from '../../../archive/archive.js';
import type { GroupTarget } from '../../looking/target.js';
import { countText, sizeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { writeText } from '../../output/write-text.js';
import type { Output } from '../../program/output.js';
import type { Ended, Session } from '../../program/verb.js';
import type { ChosenFile, ChosenFiles, PlacedFile } from './chosen-files.js';
import type { RestoreOptions } from './options.js';
import { prepareFolder } from './prepare-folder.js';
import type { ReadContent } from './read-content.js';
import { auditNext, damageFault, restoredText, restoreFault } from './restore-faults.js';
import { restoreFolder } from './restore-folder.js';
import type { TargetDisk } from './target-disk.js';
import type { Damage } from './damage.js';

/** What is restored, and how. */
export interface Restore {
  readonly disk: TargetDisk;
  readonly archive: Archive;
  readonly target: GroupTarget;
  readonly options: RestoreOptions;
  readonly session: Session;
}

/** A damaged file as a JSON line. */
export const damageRecord = ({ file, found }: Damage): object => ({
  type: 'damaged',
  path: file.name,
  expected: file.digest.value,
  found,
});

/** A damaged file that was left out, with both digests. */
const writeDamage = async (damage: Damage, output: Output): Promise<void> => {
  const { file, found } = damage;
  await output.record(damageRecord(damage));
  await writeText(
    output,
    `${output.paint('red', 'DAMAGED')}     ${shownName(file.name)}\n` +
      `  preserved ${file.digest.value}\n  found     ${found ?? 'no such file'}\n`,
  );
};

const FORMS = { files: '', bag: ', a bag', zip: '', tar: '', ocfl: ', an OCFL object' } as const;

const formText = ({ as }: RestoreOptions): string => FORMS[as];

/** How many files; those of an OCFL object are not the depositor's alone. */
const filesText = ({ version }: GroupTarget, as: RestoreOptions['as'], files: number): string =>
  as === 'ocfl' ? `${countText(version, 'version')}, ${countText(files, 'stored file')}` : countText(files, 'file');

/** The last line. Of one file its place is told. */
const restoredLine = ({ target, options }: Restore, { kind, files, bytes }: ChosenFiles, left: number): string => {
  const { to, as } = options;
  const what = `Restored ${restoredText(target)} to ${to === '-' ? `standard output, a ${as}` : shownName(to)}`;
  if (kind === 'file' && as === 'files' && left === 0)
    return `${what.replace(/\/+$/, '')}/${shownName(files[0]?.name ?? '')}: ${sizeText(bytes)}, compared.`;
  const compared = as === 'files' ? 'every byte compared' : 'compared';
  const counts = `${filesText(target, as, files.length)}, ${sizeText(bytes)}, ${compared}`;
  return `${what}${formText(options)}: ${counts}${left === 0 ? '' : `; ${countText(left, 'damaged file')} left out`}.`;
};

const sumOf = (files: readonly { readonly size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

const onNamed =
  ({ options, session }: Restore, reached: { bytes: number }) =>
  async ({ name, size }: PlacedFile): Promise<void> => {
    reached.bytes += size;
    if (options.isListing) await writeText(session.output, `${shownName(name)}\n`);
  };

/** What the end of a restore into a folder is told as. Rejects with CommandFault where it was not wholly done. */
export const endOfRestore = async (
  restore: Restore,
  chosen: ChosenFiles,
  damaged: readonly Damage[],
): Promise<Ended> => {
  const { target, options, session } = restore;
  const { output } = session;
  for (const damage of damaged) await writeDamage(damage, output);
  const left = new Set<unknown>(damaged.map(({ file }) => file.stored));
  const files = left.size === 0 ? chosen.files : chosen.files.filter(({ stored }) => !left.has(stored));
  const done = { ...chosen, files, bytes: sumOf(files) };
  const line = restoredLine(restore, done, left.size);
  if (options.to === '-') output.note(line);
  else if (!output.quiet || left.size > 0) await writeText(output, `${line}\n`);
  const { group, version } = target;
  if (left.size > 0) output.note(auditNext(group));
  const summary = { group, version, to: options.to, as: options.as, files: files.length, bytes: done.bytes };
  return { code: left.size === 0 ? 0 : 1, summary };
};

/** What is written to a folder: the files that were chosen, and others beside them, which are not counted. */
export interface FolderContent {
  readonly chosen: ChosenFiles;
  readonly beside: readonly ChosenFile[];
  readonly content: ReadContent;
  /** Folders that are there also where no file is in them. */
  readonly folders: readonly string[];
}

/** Restores files to a folder. */
export const restoreFiles = async (
  restore: Restore,
  { chosen, beside, content, folders }: FolderContent,
): Promise<Ended> => {
  const { disk, target, options, session } = restore;
  const all = [...chosen.files, ...beside];
  const { to, isSkipping } = options;
  const { output, interrupted } = session;
  const reached = { bytes: 0 };
  const faultOf = (error: unknown, files: number): unknown =>
    restoreFault(
      error,
      {
        ...{ to, files, ofFiles: all.length, bytes: reached.bytes, ofBytes: sumOf(all) },
        from: session.environment['MUNIMENT_SERVER'],
      },
      interrupted.aborted,
    );
  const prepared = await prepareFolder(disk, { target, options, output }, all).catch((error: unknown) => {
    throw faultOf(error, 0);
  });
  const { damaged, counted, failure } = await restoreFolder(
    {
      ...{ disk, folder: to, isSkipping, ...prepared },
      content,
      folders,
      onNamed: onNamed(restore, reached),
    },
    session,
  );
  if (failure !== null) throw faultOf(failure, counted);
  const [first] = damaged;
  if (first !== undefined && !isSkipping) {
    await output.record(damageRecord(first));
    throw damageFault(target, first, { to, as: options.as, files: counted });
  }
  return endOfRestore(restore, chosen, damaged);
};

/** What a restore would write. */
export const previewRestore = async (
  { target, options, session }: Restore,
  { files, bytes }: ChosenFiles,
): Promise<Ended> => {
  const { output } = session;
  const { to, as } = options;
  for (const { name } of files) await writeText(output, `${shownName(name)}\n`);
  const counts = `${filesText(target, as, files.length)}, ${sizeText(bytes)}`;
  output.note(`Would restore ${restoredText(target)} to ${shownName(to)}${formText(options)}: ${counts}.`);
  const { group, version } = target;
  return { code: 0, summary: { group, version, to, as, files: files.length, bytes, isDryRun: true } };
};
