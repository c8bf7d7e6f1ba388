import type { Archive } from '../../../archive/archive.js';
import { wordsFault } from '../../command-fault.js';
import type { HistoryEntry } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { pathBelow, readWholeGroup } from '../../looking/target.js';
import { timeText, utcText } from '../../output/amounts.js';
import { columns } from '../../output/columns.js';
import { printable, shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { Output } from '../../program/output.js';
import type { Verb } from '../../program/verb.js';

const HELP = `Usage: muniment history <path> [options]

Shows who did what to an archival group, and when, newest first: imports,
versions, exports, jobs that were held.

  muniment history letters/1911

Exit codes: 0 shown, 1 not there, 2 command line, 4 login,
5 try again later.
`;

const HEAD = [{ name: 'TIME' }, { name: 'BY' }, { name: 'WHAT' }];
const TO_SECONDS = '2026-11-26 15:53:12'.length;

const timeOf = (time: string, { form }: Output): string =>
  form === 'terminal' ? timeText(new Date(time), { seconds: true }).slice(0, TO_SECONDS) : utcText(new Date(time));

/** The sentence without the agent at its beginning, who has a column. */
const whatOf = (sentence: string, agent: string): string =>
  printable(sentence.startsWith(`${agent} `) ? sentence.slice(agent.length + 1) : sentence).replace(/\.$/, '');

const rowOf = ({ at, agent, sentence }: HistoryEntry, output: Output): string[] => {
  const by = agentName(agent);
  return [timeOf(at, output), shownName(by), whatOf(sentence, by)];
};

const readGroup = async (archive: Archive, word: string): Promise<string> => {
  const { group, isVersionTyped } = await readWholeGroup(archive, word, {
    verb: 'history',
    next: ({ group: whole, below }) => `muniment log ${shellWord(pathBelow(whole, below))}`,
  });
  if (isVersionTyped)
    throw wordsFault('history is about all versions: leave out the version.', `muniment history ${shellWord(group)}`);
  return group;
};

/** Shows what happened to an archival group. */
export const history: Verb = {
  name: 'history',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command.argument('<path>');
  },
  run: async ({ args: [word = ''] }, { archive: open, output }) => {
    const archive = await open();
    const group = await readGroup(archive, word);
    const rows: string[][] = [];
    let events = 0;
    for await (const each of archive.history(group)) {
      const event = each as unknown as HistoryEntry;
      const { type, ...members } = event;
      events += 1;
      if (output.form === 'json') await output.record({ type: 'event', event: type, ...members });
      else rows.push(rowOf(event, output));
    }
    await output.write(columns({ head: HEAD, rows, output, isHeadShown: false }));
    return { code: 0, summary: { group, events } };
  },
};
