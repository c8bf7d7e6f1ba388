import type { Archive, ArchivedFile, ArchivedChange } from '../../archive/archive.js';
import { CommandFault } from '../command-fault.js';
import { shownName } from '../output/printable.js';
import { shellWord } from '../output/shell-word.js';
import { typedPathText } from '../program/archive-path.js';
import { depositorPath } from '../program/depositor-name.js';
import { nearestName } from '../program/nearest-name.js';
import { pathBelow, versionText, type GroupTarget } from './target.js';

/** A path that a version does not have. */
interface Missing {
  /** Its stored path. */
  readonly at: string;
  /** The verb that asked for it. */
  readonly verb: string;
  readonly pathOf: (file: ArchivedFile) => string;
}

/** How many names are compared with one that is not there. */
const COMPARED = 20_000;

/** A name within a sentence. */
const named = (name: string): string => (/\s/.test(name) ? `"${shownName(name)}"` : shownName(name));

const shownPath = (stored: string): string => depositorPath(stored) ?? stored;

/** What became of the file, as the end of the sentence, and the version that still has it. */
interface Fate {
  readonly text: string;
  readonly version: number;
}

const fateIn = ({ version, file, files }: ArchivedChange, asked: number): Fate | null => {
  if (version > asked) return { text: `it came with v${version}`, version };
  if (file === null)
    return files === 0 ? { text: `it is no longer there since v${version}`, version: version - 1 } : null;
  const { kind, stored, from } = file;
  if (kind === 'deleted') return { text: `it was deleted in v${version}`, version: version - 1 };
  if (kind === 'renamed' && from !== null)
    return { text: `since v${version} it is ${named(shownPath(stored))}`, version: version - 1 };
  return null;
};

/** What became of a file, from the last change of it up to a version, or from the first one after that. */
const fateOf = async (
  archive: Pick<Archive, 'changesOf'>,
  group: string,
  at: string,
  asked: number,
): Promise<Fate | null> => {
  let later: ArchivedChange | null = null;
  for await (const change of archive.changesOf(group, at)) {
    if (change.version <= asked) return fateIn(change, asked);
    later = change;
  }
  return later === null ? null : fateIn(later, asked);
};

const similarPath = async (
  archive: Pick<Archive, 'files'>,
  { group, version, below }: GroupTarget,
  { pathOf }: Missing,
): Promise<string | null> => {
  const names: string[] = [];
  for await (const file of archive.files(group, version, '', { described: false })) {
    names.push(pathOf(file));
    if (names.length === COMPARED) break;
  }
  return nearestName(below, names);
};

/** Why a version has no such file, and what became of it. */
export const missingFile = async (
  archive: Pick<Archive, 'files' | 'changesOf'>,
  target: GroupTarget,
  missing: Missing,
): Promise<CommandFault> => {
  const { group, version, below } = target;
  const has = `${versionText(target)} has no file ${named(below)}`;
  const code = 'file-not-found';
  const fate = await fateOf(archive, group, missing.at, version);
  if (fate !== null) {
    const word = typedPathText(pathBelow(group, below), fate.version);
    return new CommandFault(`${has}; ${fate.text}.`, { code, next: `muniment ${missing.verb} ${shellWord(word)}` });
  }
  const similar = await similarPath(archive, target, missing);
  const meant = similar === null ? '' : ` Did you mean ${named(similar)}?`;
  const all = typedPathText(group, target.isVersionTyped ? version : null);
  return new CommandFault(`${has}.${meant}`, { code, next: `muniment ls -r ${shellWord(all)}` });
};
