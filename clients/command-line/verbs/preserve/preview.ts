import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import { compareWithGroup, type HeldGroup } from '../../preserve-folder.js';
import type { Ended } from '../../program/verb.js';
import { deletionQuestion } from './deletion-question.js';
import { readHeldGroup } from './held-group.js';
import type { Run } from './run.js';
import type { PreserveSettings } from './settings.js';
import { readSource } from './source.js';
import { countsOf, tellDifference, totalsText } from './verdict.js';

/** The group in the archive that is meant, which need not be there. */
const heldGroup = async ({ session, settings }: Run): Promise<HeldGroup | null> => {
  try {
    return await readHeldGroup(await session.archive(), settings.group.value);
  } catch (error) {
    if (error instanceof CommandFault && error.code === 'no-archive') return null;
    throw error;
  }
};

/** What has set each setting. */
const settingsText = ({ group, exclude, tools, agent }: PreserveSettings): string =>
  [
    ['group', shownName(group.value), group.from],
    ...exclude.map(({ value, from }) => ['exclude', shownName(value), from]),
    ['tools', tools.value ? 'yes' : 'no', tools.from],
    ['agent', shownName(agent.value), agent.from],
  ]
    .map(([name = '', value = '', from = '']) => `${name.padEnd(12)}${value} (${from})`)
    .join('\n');

/** Shows what `preserve` would do, and where its settings come from; changes nothing. */
export const previewPreserve = async (run: Run): Promise<Ended> => {
  const { source, settings, options, session, warnings } = run;
  const { output } = session;
  const held = await heldGroup(run);
  const { digests, bagText } = await readSource(source, output.progress);
  output.progress.end();
  const difference = compareWithGroup({ local: source.folder, name: options.name }, digests, held);
  const version = (difference.head ?? 0) + 1;
  const group = shownName(settings.group.value);
  if (!output.quiet) output.note(settingsText(settings));
  if (bagText !== null && !output.quiet) output.note(bagText);
  await tellDifference(difference, output, true);
  const about = { shown: source.shown, path: settings.group.value, change: difference.change };
  const question = deletionQuestion({ ...about, version, files: source.folder.files.length }, options.answers);
  if (question !== null && difference.isOther && !output.quiet) output.note(question.refusal.message);
  const sentence = difference.isOther
    ? `Would preserve ${shownName(source.shown)} as ${group}@v${version}: ${totalsText(run)}. Nothing was changed.`
    : `${shownName(source.shown)} is the same as ${group}@v${version - 1}. Nothing would be changed.`;
  if (output.form !== 'json')
    await output.write(`${output.quiet ? `${group}@v${difference.isOther ? version : version - 1}` : sentence}\n`);
  const files = source.folder.files.length;
  const bytes = source.folder.files.reduce((sum, { size }) => sum + size, 0);
  const counts = countsOf(difference);
  return {
    code: 0,
    summary: { group: settings.group.value, version: null, files, bytes, counts, warnings, isDryRun: true },
  };
};
