import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { wordsFault } from '../../command-fault.js';
import type { Session, Verb } from '../../program/verb.js';
import { folderNotes } from './notes.js';
import { readPreserveOptions, type PreserveOptions } from './options.js';
import { readSettings, type PreserveSettings } from './settings.js';
import { openSource, type Source } from './source.js';

/** A run of `preserve`, after its folder was looked through. */
export interface Run {
  readonly options: PreserveOptions;
  readonly settings: PreserveSettings;
  readonly source: Source;
  readonly session: Session;
  /** Shows a sentence, which is one of the warnings. */
  readonly note: (sentence: string) => void;
  readonly warnings: readonly string[];
}

/** Throws CommandFault for a folder that contains the data folder, which grows during the work. */
const requireApart = async (folder: string, data: string | undefined): Promise<void> => {
  if (data === undefined) return;
  const inside = async (path: string): Promise<string> => `${await realpath(path).catch(() => path)}${sep}`;
  if ((await inside(data)).startsWith(await inside(folder)))
    throw wordsFault(`The archive ${data} is inside ${folder}.`, '--data <folder elsewhere>');
};

/** Reads words and settings, and looks through what is to be preserved. Rejects with CommandFault. */
export const openRun = async ({ args, options: typed }: Parameters<Verb['run']>[0], session: Session): Promise<Run> => {
  const options = readPreserveOptions(args, typed);
  const settings = await readSettings(options, session);
  if (options.source.kind === 'folder') await requireApart(options.source.path, session.environment['MUNIMENT_DATA']);
  const source = await openSource(options.source, settings);
  const warnings: string[] = [];
  const note = (sentence: string): void => {
    warnings.push(sentence);
    if (!session.output.quiet) session.output.note(`Note: ${sentence}`);
  };
  for (const sentence of folderNotes(source.folder)) note(sentence);
  return { options, settings, source, session, note, warnings };
};
