import { wordsFault } from '../../command-fault.js';
import { readGroupTarget } from '../../looking/target.js';
import type { Ended, Verb } from '../../program/verb.js';
import { bagFiles } from './bag-files.js';
import { chooseFiles, type ChosenFiles } from './chosen-files.js';
import { HELP } from './help.js';
import { markerText, lookAtFolder } from './marker.js';
import { nodeTargetDisk } from './node-target-disk.js';
import { isOneFile, readRestoreOptions } from './options.js';
import { contentReader } from './read-content.js';
import { previewRestore, restoreFiles, type Restore } from './restore-files.js';
import { restoreOneFile } from './restore-one-file.js';
import { contentOf } from './tar-reader.js';
import type { TargetDisk } from './target-disk.js';

const collected = (word: string, words: readonly string[] = []): string[] => [...words, word];

/** Writes the whole OCFL object. */
const restoreObject = async (wanted: Restore): Promise<Ended> => {
  const { disk, archive, target, options, session } = wanted;
  const { readOcflObject, requireWholeObject } = await import('./ocfl-object.js');
  requireWholeObject(target, options);
  await lookAtFolder(disk, options.to, markerText(target, options));
  const object = await readOcflObject(archive, target, session.interrupted);
  try {
    if (options.isDryRun) return await previewRestore(wanted, object.chosen);
    return await restoreFiles(wanted, { ...object, beside: [], folders: [] });
  } finally {
    await object.close();
  }
};

/** Writes the files in the form that is wanted. */
const written = async (wanted: Restore, chosen: ChosenFiles): Promise<Ended> => {
  const { archive, target, options, session } = wanted;
  const { interrupted } = session;
  const { group, version } = target;
  const alone = contentReader(archive, target, interrupted);
  const source = contentOf(archive, { group, version, ...chosen }, alone, interrupted);
  try {
    if (isOneFile(options.as)) return await restoreOneFile(wanted, chosen, source.pieces);
    if (options.as === 'bag') return await restoreFiles(wanted, await bagFiles(archive, target, chosen, source));
    return await restoreFiles(wanted, { chosen, beside: [], content: source.content, folders: [] });
  } finally {
    await source.close();
  }
};

/** Writes preserved files to a new place on a disk. */
export const restoreOn = (disk: TargetDisk): Verb => ({
  name: 'restore',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command
      .argument('<path>')
      .option('--to <place>')
      .option('--as <form>')
      .option('--path <pattern>', '', collected)
      .option('--stored')
      .option('--original-names')
      .option('--rename-collisions')
      .option('--skip-damaged')
      .option('--list')
      .option('--dry-run');
  },
  run: async ({ args: [word = ''], options: typed }, session) => {
    const options = readRestoreOptions(word, typed);
    const archive = await session.archive();
    const target = await readGroupTarget(archive, word);
    const wanted = { disk, archive, target, options, session };
    if (options.as === 'ocfl') return restoreObject(wanted);
    const chosen = await chooseFiles(archive, target, options);
    if (chosen.files.length === 0 && options.patterns.length > 0)
      throw wordsFault(`No file of ${word} is meant by ${options.patterns.join(' or ')}.`, `muniment ls -r ${word}`);
    if (!isOneFile(options.as)) await lookAtFolder(disk, options.to, markerText(target, options));
    return options.isDryRun ? previewRestore(wanted, chosen) : written(wanted, chosen);
  },
});

/** Writes preserved files to a new place on this computer. */
export const restore: Verb = restoreOn(nodeTargetDisk);
