import { CommandFault, wordsFault } from '../../../clients/command-line/command-fault.js';
import { readGroupTarget } from '../../../clients/command-line/looking/target.js';
import { typedPath } from '../../../clients/command-line/looking/typed-path.js';
import { shellWord } from '../../../clients/command-line/output/shell-word.js';
import { typedPathText } from '../../../clients/command-line/program/archive-path.js';
import type { Session } from '../../../clients/command-line/program/verb.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';

/** The archival group that a verb is about; null for all. Rejects with CommandFault. */
export const typedGroup = async (
  word: string | undefined,
  verb: string,
  { environment }: Pick<Session, 'environment'>,
): Promise<RepositoryPath | null> => {
  if (word === undefined) return null;
  const { path, version } = await typedPath(word, environment['MUNIMENT_SERVER'] ?? null);
  if (path === '') throw wordsFault('The path of the archival group is missing.', `muniment ${verb} --help`);
  if (version === null) return path;
  throw wordsFault(`${verb} is about all versions: leave out the version.`, `muniment ${verb} ${shellWord(path)}`);
};

/**
 * Says why nothing is there for a group: that of a looking verb, which knows what is like it, where the archive can be
 * looked at; else a sentence.
 */
export const absentGroup = async (
  { archive }: Pick<Session, 'archive'>,
  group: RepositoryPath,
  sentence: string,
): Promise<CommandFault> => {
  try {
    await readGroupTarget(await archive(), typedPathText(group));
  } catch (error) {
    if (error instanceof CommandFault && error.code === 'group-not-found') return error;
  }
  return new CommandFault(sentence, { code: 'group-not-found', next: 'muniment ls' });
};
