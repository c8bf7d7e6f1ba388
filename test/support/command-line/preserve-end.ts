import { failureOf, failureText } from '../../../clients/command-line/program/failure.js';
import type { Output } from '../../../clients/command-line/program/output.js';
import { readWords } from '../../../clients/command-line/program/read-words.js';
import { usualAgent } from '../../../clients/command-line/program/usual-agent.js';
import type { Session, Verb } from '../../../clients/command-line/program/verb.js';
import { preserveWith } from '../../../clients/command-line/verbs/preserve/preserve.js';
import type { PlatformOptions } from '../../../infra/compose/platform/platform.js';
import { faultOf } from '../../../infra/compose/program/fault-of.js';
import { openingOf } from '../../../infra/compose/program/opening.js';
import { ownUploaderOf } from '../../../infra/compose/program/own-uploader.js';
import type { WhichArchive } from '../../../infra/compose/program/which-archive.js';

/** What `preserve` is run with in this process. */
export interface PreserveAround {
  /** Another verb, which needs the same. */
  readonly verb?: Verb;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A platform that runs, instead of the data folder of the environment. */
  readonly server?: string;
  readonly form?: Output['form'];
  readonly ask?: (question: string) => Promise<string>;
  readonly signal?: AbortSignal;
  /** Called with each phase of the work. */
  readonly onPhase?: (name: string) => void;
  readonly options?: PlatformOptions;
  readonly onNote?: (text: string) => void;
  /** After a signal; 130 where it is not given. */
  readonly exitCode?: number;
}

export interface PreserveEnd {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
  /** All that was said, in its order. */
  readonly all: string;
  /** What is said of a failure; empty without one. */
  readonly fault: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Runs `preserve` in this process, over a platform that is started for it or one that runs. */
export const preserveEnd = async (words: readonly string[], around: PreserveAround = {}): Promise<PreserveEnd> => {
  const { form = 'pipe', ask, signal = new AbortController().signal, server, options } = around;
  const environment: Session['environment'] = { MUNIMENT_LOG_LEVEL: 'error', ...around.environment };
  const said = { output: '', messages: '', all: '' };
  const records: Readonly<Record<string, unknown>>[] = [];
  const { verb = preserveWith(ownUploaderOf) } = around;
  const where: WhichArchive =
    server === undefined
      ? { kind: 'data', path: environment['MUNIMENT_DATA'] ?? './data', from: 'MUNIMENT_DATA' }
      : { kind: 'server', address: server, from: '--server' };
  const note = (text: string): void => {
    if (form !== 'json') {
      said.messages += `${text}\n`;
      said.all += `${text}\n`;
    }
    around.onNote?.(text);
  };
  const record = (value: object): Promise<void> =>
    Promise.resolve(void (form === 'json' && records.push(value as Readonly<Record<string, unknown>>)));
  const none = (): void => undefined;
  try {
    const asked = readWords(verb, words);
    if (asked.kind === 'help') return { code: 0, output: verb.help, messages: '', all: verb.help, records, fault: '' };
    const output: Output = {
      ...{ form, quiet: asked.common.quiet, width: form === 'terminal' ? 80 : Infinity, note, record },
      paint: (_, text) => text,
      write: (text) => {
        said.output += text;
        said.all += text;
        return Promise.resolve();
      },
      writeBytes: () => Promise.resolve(),
      progress: { begin: (name) => around.onPhase?.(name), advance: none, end: none },
    };
    const how = { environment, say: note, signal, waitMs: 0, command: `muniment ${verb.name}`, mayCreate: true };
    const opening = openingOf(where, { ...how, ...(options === undefined ? {} : { platform: options }) });
    const userAgent = null;
    const service: Session['service'] = (as) =>
      opening.service(as ?? { agent: usualAgent({ environment, userAgent }).value, isTyped: false });
    const session = { output, environment, now: () => new Date(), interrupted: signal, ...opening, service };
    try {
      const { code, summary } = await verb.run(asked, { ...session, waitMs: 0, userAgent, ask: ask ?? null });
      await record({ type: 'summary', ok: code === 0, ...summary });
      return { code, ...said, records, fault: '' };
    } finally {
      await opening.close();
    }
  } catch (error) {
    const interruption = { signal, exitCode: () => around.exitCode ?? 130 };
    const failure = failureOf(error, interruption, (other) => faultOf(other, environment));
    const fault = failureText(failure);
    return { code: failure.exit, ...said, messages: said.messages + fault, all: said.all + fault, records, fault };
  }
};
