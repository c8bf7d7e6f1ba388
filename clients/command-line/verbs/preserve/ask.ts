import type { ImportResult } from '../../../api/resources.js';
import type { Difference } from '../../group/folder-change.js';
import { isExpected, type Question } from '../../output/question.js';
import type { PreserveListener } from '../../preserve-folder.js';
import type { Session } from '../../program/verb.js';
import { deletionQuestion } from './deletion-question.js';
import type { Run } from './run.js';
import { tellDifference } from './verdict.js';
import { virusQuestion } from './virus-question.js';

/** Asks at most once; whatever else is to be asked is refused. */
const approval = ({ ask, output }: Session): ((question: Question | null) => Promise<void>) => {
  let hasAsked = false;
  return async (question) => {
    if (question === null || question.isAnswered) return;
    if (ask === null || hasAsked) throw question.refusal;
    hasAsked = true;
    output.progress.end();
    if (!isExpected(question, await ask(output.paint('yellow', question.text)))) throw question.refusal;
  };
};

/** What a run has come to know. */
export interface Known {
  job: ImportResult | null;
  difference: Difference | null;
}

/** Shows what a version changes, and asks before an unusual one. */
export const askingListener = ({ options, settings, source, session }: Run, known: Known): PreserveListener => {
  const approve = approval(session);
  return {
    imports: (job) => (known.job = job),
    differs: async (difference) => {
      const { output } = session;
      output.progress.end();
      if (known.difference === null) await tellDifference(difference, output, false);
      known.difference = difference;
      const about = { shown: source.shown, path: settings.group.value, change: difference.change };
      const version = (difference.head ?? 0) + 1;
      await approve(deletionQuestion({ ...about, version, files: source.folder.files.length }, options.answers));
    },
    found: (found, version) => approve(virusQuestion(found, version, options.answers)),
  };
};
