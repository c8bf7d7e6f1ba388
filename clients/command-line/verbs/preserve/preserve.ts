import { preservationClient } from '../../../api/preservation-client.js';
import { presignedStore } from '../../../api/put-file.js';
import { realRetryContext } from '../../../api/with-retries.js';
import { presignedUploader } from '../../deposit/presigned-uploader.js';
import { versionNumber } from '../../group/group-tree.js';
import { timeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import type { Progress } from '../../output/progress.js';
import { STEPS } from '../../output/steps.js';
import { preserveFolder, type PreserveResult } from '../../preserve-folder.js';
import { workOf, type Ended, type Service, type Verb } from '../../program/verb.js';
import { askingListener, type Known } from './ask.js';
import { HELP } from './help.js';
import { depositNotes, formatsText, toolNotes } from './notes.js';
import { definePreserve } from './options.js';
import type { OwnUploaderOf } from './own-uploader.js';
import { takeTurn, type TurnHolder } from './own-turn.js';
import { preserveFault } from './preserve-faults.js';
import { previewPreserve } from './preview.js';
import { watchedProgress } from './reached.js';
import { openRun, type Run } from './run.js';
import { readSource } from './source.js';
import { preservedEnd } from './verdict.js';

/** Waits behind another command of this user that preserves the same group at a platform that runs. */
const turnOf = async ({ settings: { group }, session }: Run, service: Service) => {
  if (service.isOwn) return { end: () => Promise.resolve() };
  const { output, interrupted: signal, now } = session;
  const waits = ({ process, since }: TurnHolder): void => {
    output.progress.begin(STEPS.waiting);
    const holder = `process ${process}, since ${timeText(new Date(since)).slice(11)}`;
    output.note(`${shownName(group.value)} is being preserved by muniment preserve (${holder}). Waiting behind it.`);
  };
  return takeTurn(`${service.preservation} ${group.value}`, { now: now(), waits, signal });
};

/** Says that a platform that knows its callers itself does not use the agent that was chosen. */
const tellOfAgent = ({ settings: { agent }, note }: Run): void => {
  if (agent.isSet)
    note(`the platform knows its callers itself: the agent ${shownName(agent.value)} (${agent.from}) is not used.`);
};

/** The digests of the source, which is read at the first call. */
const digestsOf = ({ source, session: { output } }: Run, progress: Progress) => {
  let digests: Promise<ReadonlyMap<string, string>> | null = null;
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const found = await readSource(source, progress);
    if (found.bagText !== null && !output.quiet) output.note(found.bagText);
    return found.digests;
  };
  return () => (digests ??= read());
};

interface Work {
  readonly run: Run;
  readonly service: Service;
  readonly ownUploaderOf: OwnUploaderOf;
  readonly progress: Progress;
  readonly known: Known;
}

const preserveOver = async ({ run, service, ownUploaderOf, progress, known }: Work): Promise<PreserveResult> => {
  const { options, settings, source, session } = run;
  const retries = realRetryContext((sentence) => session.output.note(sentence), session.interrupted);
  const client = preservationClient(service.preservation, { authHeaders: service.authHeaders, retries });
  const turn = await turnOf(run, service);
  const store = presignedStore();
  const upload = ownUploaderOf(service, retries) ?? presignedUploader({ client, store, retries });
  const ports = { client, upload, progress, retries, listener: askingListener(run, known) };
  const preserving = preserveFolder(ports, {
    ...{ local: source.folder, segments: settings.segments, name: options.name, defaultName: source.name },
    ...{ message: options.message, tools: settings.tools.value, keepWorkspace: options.keepWorkspace },
    digests: digestsOf(run, progress),
  });
  try {
    return await workOf(service, preserving);
  } finally {
    store.close();
    await turn.end();
  }
};

/** Rejects when the signal comes; the work goes on until the program ends. */
const unlessInterrupted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  work.catch(() => undefined);
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('stopped by a signal'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
};

const tellNotes = ({ session: { output }, note }: Run, { found, deposits }: PreserveResult): void => {
  if (found !== null && !output.quiet) output.note(formatsText(found));
  for (const sentence of [...(found === null ? [] : toolNotes(found)), ...depositNotes(deposits)]) note(sentence);
};

/** Makes the version, and says so. */
const preserveRun = async (run: Run, ownUploaderOf: OwnUploaderOf): Promise<Ended> => {
  const { session, settings } = run;
  const { output, interrupted, environment } = session;
  const progress = watchedProgress(output.progress, interrupted);
  const known: Known = { job: null, difference: null };
  let service: Service | null = null;
  const work = async (): Promise<PreserveResult> => {
    service = await session.service({ agent: settings.agent.value, isTyped: run.options.agent !== null });
    if (!service.isOwn) tellOfAgent(run);
    return preserveOver({ run, service, ownUploaderOf, progress, known });
  };
  try {
    const preserved = await unlessInterrupted(work(), interrupted);
    progress.end();
    tellNotes(run, preserved);
    const made = { version: versionNumber(preserved.group.version), isNew: preserved.result !== null };
    return await preservedEnd(run, { ...made, difference: known.difference });
  } catch (error) {
    const at = { reached: progress.reached(), copied: progress.copied(), job: known.job, service };
    const archive = environment['MUNIMENT_DATA'] ?? 'the archive';
    throw preserveFault(error, { ...at, archive, isInterrupted: interrupted.aborted });
  }
};

/** Makes a version of an archival group from a folder, a bag or a list of files. */
export const preserveWith = (ownUploaderOf: OwnUploaderOf): Verb => ({
  name: 'preserve',
  kind: 'lines',
  help: HELP,
  define: definePreserve,
  run: async (words, session) => {
    const run = await openRun(words, session);
    return run.options.isDryRun ? previewPreserve(run) : preserveRun(run, ownUploaderOf);
  },
});
