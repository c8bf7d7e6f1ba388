import type { Archive, ArchivedFile } from '../../../archive/archive.js';
import { pathViolation } from '../../../../formats/paths/repository-path.js';
import { CommandFault } from '../../command-fault.js';
import { isPattern } from '../../looking/file-pattern.js';
import { selectFiles, type SelectedFiles } from '../../looking/selected-files.js';
import { versionText, type GroupTarget } from '../../looking/target.js';
import { shownName } from '../../output/printable.js';
import { depositorPath } from '../../program/depositor-name.js';
import type { RestoreOptions } from './options.js';

/** A file that is restored. */
export interface ChosenFile extends Pick<ArchivedFile, 'stored' | 'size' | 'digest' | 'fileDate' | 'tarStart'> {
  /** Below the place that it is restored to. */
  readonly name: string;
}

/** A file, and where it goes below the folder where that is not its name. */
export interface PlacedFile extends ChosenFile {
  readonly at?: string;
}

/** Where a file goes below the folder. */
export const placeOf = ({ at, name }: PlacedFile): string => at ?? name;

export interface ChosenFiles extends Pick<SelectedFiles, 'kind' | 'listed'> {
  readonly files: readonly ChosenFile[];
  readonly bytes: number;
}

type Choice = Pick<RestoreOptions, 'patterns' | 'isStored' | 'isOriginal'>;

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether a name is meant: by a pattern, or by the path of a file or a folder. */
const matcherOf = async (patterns: readonly string[]): Promise<(name: string) => boolean> => {
  if (patterns.length === 0) return () => true;
  const { patternMatcher } = await import('../../looking/pattern-matcher.js');
  const each = patterns.map((typed) => {
    const path = typed.replace(/\/+$/, '');
    const matches = isPattern(path) ? patternMatcher(path) : () => false;
    return (name: string) => name === path || name.startsWith(`${path}/`) || matches(name);
  });
  return (name) => each.some((matches) => matches(name));
};

/** The name with which a file came, in its folder: a METS can have a path of another computer. */
const originalName = (name: string, original: string | null): string => {
  const last = original === null ? '' : (original.split(/[/\\]/).findLast((part) => part !== '') ?? '');
  return last === '' ? name : name.slice(0, name.length - lastOf(name).length) + last;
};

const nameFor = (file: ArchivedFile, { kind, nameOf }: SelectedFiles, { isOriginal }: Choice): string => {
  const name = kind === 'file' ? lastOf(nameOf(file)) : nameOf(file);
  return isOriginal ? originalName(name, file.originalName) : name;
};

const requireInside = (name: string, target: GroupTarget): void => {
  const violation = pathViolation(name);
  if (violation === null) return;
  throw new CommandFault(
    `${versionText(target)} has a file ${shownName(name)}, which cannot be restored: ${violation} Nothing was written.`,
    { code: 'name-impossible', next: `muniment verify ${target.group}` },
  );
};

/** The files of a version that are restored, with their names. Rejects with CommandFault where a path is not there. */
export const chooseFiles = async (
  archive: Pick<Archive, 'files' | 'changesOf'>,
  target: GroupTarget,
  choice: Choice,
  verb = 'restore',
): Promise<ChosenFiles> => {
  const selected = await selectFiles(archive, target, {
    ...{ stored: choice.isStored, verb },
    described: choice.isOriginal,
    placed: true,
  });
  const isMeant = await matcherOf(choice.patterns);
  const files: ChosenFile[] = [];
  let bytes = 0;
  for await (const file of selected.files) {
    if (!choice.isStored && depositorPath(file.stored) === null) continue;
    if (!isMeant(selected.nameOf(file))) continue;
    const { stored, size, digest, fileDate, tarStart } = file;
    const name = nameFor(file, selected, choice);
    requireInside(name, target);
    files.push({ stored, size, digest, fileDate, name, ...(tarStart === undefined ? {} : { tarStart }) });
    bytes += size;
  }
  return { kind: selected.kind, listed: selected.listed, files, bytes };
};
