import { failureOf, failureRecord, failureText, type Failure, type Interruption } from './failure.js';
import type { Output } from './output.js';
import { programOutput } from './program-output.js';
import { hasOption, splitWords } from './read-words.js';
import { writingTo, type Writing } from './streams.js';
import type { Meant, Pager, Surroundings } from './surroundings.js';
import { taskOf, type Task } from './task-of.js';
import { usualAgent } from './usual-agent.js';
import type { Ended, Session, Verb } from './verb.js';

type Running = Extract<Task, { readonly kind: 'run' }>;

/** Rejects when the signal comes. */
const untilInterrupted = ({ signal }: Interruption): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new Error('stopped by a signal'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** Runs the verb to its end; one that only looks ends at the first signal. */
const ended = async (
  task: Running,
  opened: Pick<Session, 'output' | 'environment' | 'userAgent' | 'archive' | 'service'>,
  around: Surroundings,
): Promise<Ended> => {
  const { verb, entry, common, args, options } = task;
  const { now, interruption, ask } = around;
  const { waitMs } = common;
  const session = { ...opened, now, interrupted: interruption.signal, waitMs };
  const running = verb.run({ args, options }, { ...session, ask: common.json ? null : ask });
  if (entry.changes === true) return running;
  running.catch(() => undefined); // after a signal it may fail, as intended
  return Promise.race([running, untilInterrupted(interruption)]);
};

/** Where the answer of a verb goes. */
interface Screen {
  readonly output: Output;
  /**
   * Shows what was held back while the pager had the screen; resolves when all was written. Rejects where a part of the
   * answer could not be.
   */
  readonly finish: () => Promise<void>;
}

const screenOf = (
  { verb, entry, common }: Running,
  { out, err, pager: open }: Surroundings,
  { environment, direct }: { readonly environment: Meant['environment']; readonly direct: Writing },
): Screen => {
  const isPaged = entry.isPaged === true && common.pager && !common.json && out.isTTY === true;
  const pager: Pager | null = isPaged ? open(out, direct, environment) : null;
  const target = pager ?? direct;
  let mustBeWhole = entry.changes !== true;
  const writing: Writing = {
    write: (chunk) => {
      mustBeWhole ||= typeof chunk !== 'string';
      return target.write(chunk);
    },
    flushed: () => target.flushed(),
  };
  const held: string[] = [];
  const output = programOutput({
    ...{ out, err, environment, common, writing },
    outlivesReader: entry.changes === true,
    isDocument: verb.kind === 'document',
    isHidden: () => pager?.isOpen() ?? false,
    ...(pager === null ? {} : { hold: (text) => void held.push(text) }),
  });
  const finish = async (): Promise<void> => {
    output.progress.end();
    const failed = await writing.flushed().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    for (const text of held.splice(0)) err.write(text);
    if (failed !== null && mustBeWhole) throw failed.error;
  };
  return { output, finish };
};

/** The last line, or the document. */
const recordEnd = async ({ kind }: Verb, output: Output, { code, summary }: Ended): Promise<void> => {
  if (summary === null) return;
  await output.record({ ...(kind === 'lines' ? { type: 'summary' } : {}), ok: code === 0, ...summary });
};

const recordFailure = async ({ kind }: Verb, output: Output, failure: Failure): Promise<void> => {
  if (failure.error === null) return;
  await output.record(failureRecord(kind, failure)).catch(() => undefined); // nobody is there to read
};

const runVerb = async (task: Running, around: Surroundings, direct: Writing): Promise<number> => {
  const { verb, entry, common } = task;
  const { environment, userAgent, open } = await around.meant(common, { ...entry, name: verb.name });
  const { output, finish } = screenOf(task, around, { environment, direct });
  const opening = open(output, around.interruption.signal);
  try {
    const service: Session['service'] = (as) =>
      opening.service(as ?? { agent: usualAgent({ environment, userAgent }).value, isTyped: false });
    const end = await ended(task, { ...opening, service, output, environment, userAgent }, around);
    await opening.close();
    output.progress.end();
    await recordEnd(verb, output, end);
    await finish();
    return end.code;
  } catch (error) {
    const failure = failureOf(error, around.interruption, around.faultOf);
    await finish().catch(() => undefined); // why the verb failed is more important
    if (common.json) await recordFailure(verb, output, failure);
    else around.err.write(failureText(failure));
    await opening.close().catch(() => undefined);
    return failure.exit;
  }
};

/** The kind of the verb that the words name; that of a document where they name none. */
const kindOf = async (words: readonly string[], { verbs }: Surroundings): Promise<Verb['kind']> => {
  const { verb } = splitWords(words);
  return verb !== null && Object.hasOwn(verbs, verb) ? ((await verbs[verb]?.load())?.kind ?? 'document') : 'document';
};

/** Runs the program with the words after its name. Answers its exit code, and never rejects. */
export const runProgram = async (words: readonly string[], around: Surroundings): Promise<number> => {
  const direct = writingTo(around.out);
  const messages = writingTo(around.err);
  const run = async (): Promise<number> => {
    const task = await taskOf(words, around);
    if (task.kind === 'run') return runVerb(task, around, direct);
    await direct.write(task.text);
    return 0;
  };
  try {
    return await run();
  } catch (error) {
    const failure = failureOf(error, around.interruption, around.faultOf);
    if (!hasOption(words, '--json')) around.err.write(failureText(failure));
    else if (failure.error !== null) {
      const record = failureRecord(await kindOf(words, around), failure);
      await direct.write(`${JSON.stringify(record)}\n`).catch(() => undefined);
    }
    return failure.exit;
  } finally {
    await Promise.allSettled([direct.flushed(), messages.flushed()]);
  }
};
