import { codeOf } from '../../../../flow/error-code.js';
import { ArchiveFault } from '../../../archive/archive.js';
import { CommandFault } from '../../command-fault.js';
import { pathBelow, versionText, type GroupTarget } from '../../looking/target.js';
import { countText, numberText, sizeOfText, sizeText } from '../../output/amounts.js';
import { brokenText } from '../../output/broken-text.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { typedPathText } from '../../program/archive-path.js';
import { cannotHold } from './check-names.js';
import type { RestoreOptions } from './options.js';
import type { Damage } from './damage.js';

/** How far a restore came. */
export interface Reached {
  /** The place that is written to, as it was typed. */
  readonly to: string;
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
  /** The address of the server that is read; undefined where none is named. */
  readonly from?: string | undefined;
  /** Whether one file is written, so that no file of it is whole before its end. */
  readonly isOneFile?: boolean;
}

const AGAIN = 'the same command again continues';

const foundText = ({ found }: Damage): string => found ?? 'no such file';

/** Which file is damaged, with both digests. */
export const damageSentence = (target: Pick<GroupTarget, 'group' | 'version'>, damage: Damage): string => {
  const { name, digest } = damage.file;
  const digests = `Expected ${digest.value}, found ${foundText(damage)}.`;
  return `DAMAGED: ${versionText(target)}, ${shownName(name)}. ${digests}`;
};

const auditCommand = (group: GroupTarget['group']): string => `muniment audit ${shellWord(group)}`;

/** What to type next where a group has damaged files. */
export const auditNext = (group: GroupTarget['group']): string => `Next: ${auditCommand(group)}`;

/** The first damaged file ends a restore to a folder. Only where files are restored can one be left out. */
export const damageFault = (
  target: Pick<GroupTarget, 'group' | 'version'>,
  damage: Damage,
  { to, as, files }: Pick<Reached, 'to' | 'files'> & Pick<RestoreOptions, 'as'>,
): CommandFault =>
  new CommandFault(
    `${damageSentence(target, damage)} ${shownName(to)} has ${countText(files, 'good file')}, and is incomplete.`,
    {
      code: 'damaged',
      next: `${auditCommand(target.group)}; ${as === 'files' ? '' : '--as files '}--skip-damaged for the rest`,
    },
  );

const filesText = ({ files, ofFiles }: Reached): string => `${numberText(files)} of ${countText(ofFiles, 'file')}`;

/** In files, or of one file in bytes. */
const reachedText = (reached: Reached): string =>
  reached.isOneFile === true ? sizeOfText(reached.bytes, reached.ofBytes) : filesText(reached);

type SystemError = Error & { readonly path?: string };
type ToldAs = (error: SystemError, reached: Reached) => CommandFault;

const diskFull: ToldAs = (cause, reached) => {
  const { to, bytes, ofBytes } = reached;
  return new CommandFault(
    `The disk of ${shownName(to)} is full. ${reachedText(reached)} are restored and kept.`,
    { code: 'disk-full', next: `make room (${sizeText(ofBytes - bytes)}), then the same command again` },
    { cause },
  );
};

const diskFails: ToldAs = (cause, reached) =>
  new CommandFault(
    `The disk of ${shownName(reached.to)} reports an error (${cause.message}). ${reachedText(reached)} are restored and kept.`,
    { code: 'disk-error', next: 'look at the disk; then the same command again, or --to <another folder>' },
    { cause },
  );

const notWritable: ToldAs = (cause, { to }) =>
  new CommandFault(
    `${shownName(to)} cannot be written (permission denied).`,
    { code: 'place-not-writable', next: '--to <another folder>, or as another user' },
    { cause },
  );

const nameImpossible: ToldAs = ({ path }, { to }) =>
  cannotHold(to, path?.slice(path.lastIndexOf('/') + 1) ?? '', 'some');

/** By the codes of the system. */
const SYSTEM_FAULTS: Readonly<Record<string, ToldAs>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: diskFull,
  EIO: diskFails,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  EINVAL: nameImpossible,
  EILSEQ: nameImpossible,
  ENAMETOOLONG: nameImpossible,
};

/** What the user is told of what ended a restore; the error itself where nothing is known of it. */
export const restoreFault = (error: unknown, reached: Reached, isInterrupted: boolean): unknown => {
  if (isInterrupted)
    return new CommandFault(`Stopped while copying, ${reachedText(reached)}. Nothing is lost.`, {
      code: 'interrupted',
      exit: 130,
      next: AGAIN,
    });
  if (error instanceof ArchiveFault && error.transient)
    return new CommandFault(
      brokenText(reached.from, reached),
      { code: 'connection-broken', exit: 5, next: AGAIN },
      { cause: error },
    );
  return error instanceof Error ? (SYSTEM_FAULTS[codeOf(error) ?? '']?.(error, reached) ?? error) : error;
};

/** Two names are the same on a disk. */
export const collisionFault = (to: string, [one, other]: readonly [string, string]): CommandFault =>
  new CommandFault(
    one === other
      ? `${shownName(to)} cannot hold two files with the name ${shownName(one)}. Nothing was written.`
      : `${shownName(to)} cannot hold both ${shownName(one)} and ${shownName(other)}. Nothing was written.`,
    { code: 'names-collide', next: '--rename-collisions, or --as zip' },
  );

/** The word `letters/1911/index.csv@v1`. */
export const restoredWord = ({ group, version, below }: GroupTarget): string =>
  typedPathText(pathBelow(group, below), version);

/** As `restoredWord`, to be shown. */
export const restoredText = (target: GroupTarget): string => shownName(restoredWord(target));
