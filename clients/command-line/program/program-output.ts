import type { Progress } from '../output/progress.js';
import type { CommonOptions } from './common-options.js';
import type { Output } from './output.js';
import { phaseProgress, type PhaseProgress } from './phase-progress.js';
import type { TextStream, Writing } from './streams.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the output goes. */
export interface OutputTarget {
  readonly out: TextStream;
  readonly err: TextStream;
  /** Of standard output, or of a pager before it. */
  readonly writing: Writing;
  readonly environment: Environment;
  readonly common: Pick<CommonOptions, 'json' | 'quiet' | 'color'>;
  /** Whether the verb goes on where its text cannot be written, since it changes the archive. */
  readonly outlivesReader: boolean;
  /** Whether the verb prints one JSON document, and not lines. */
  readonly isDocument: boolean;
  /** Whether a pager has the screen, on which nothing else may write. */
  readonly isHidden: () => boolean;
  /** Keeps a note for later. */
  readonly hold?: (text: string) => void;
}

const STYLES = { red: 31, yellow: 33, dim: 2 } as const;
const UNKNOWN_WIDTH = 80;

const isUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean =>
  /utf-?8/i.test([LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '') ?? '');

const widthOn = ({ columns }: TextStream, { COLUMNS = '' }: Environment): number =>
  /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : columns || UNKNOWN_WIDTH; // 0 is not known either;

const progressForm = ({ err, environment, common, isDocument }: OutputTarget): PhaseProgress['form'] => {
  if (common.json) return isDocument ? 'none' : 'json';
  if (common.quiet) return 'none';
  return err.isTTY === true && environment['TERM'] !== 'dumb' ? 'rewritten' : 'dated';
};

/** The output of a verb on these streams. */
export const programOutput = (target: OutputTarget): Output => {
  const { out, err, writing, environment, common } = target;
  const form = common.json ? 'json' : out.isTTY === true ? 'terminal' : 'pipe';
  const isPainted =
    form === 'terminal' && common.color && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
  const inLocale = isUtf8(environment)
    ? (text: string): string => text
    : (text: string): string => text.replaceAll('…', '...');
  const put = async (text: string): Promise<void> => {
    try {
      await writing.write(text);
    } catch (error) {
      if (!target.outlivesReader) throw error;
    }
  };
  const record = (value: object): Promise<void> =>
    form === 'json' ? put(`${JSON.stringify(value)}\n`) : Promise.resolve();
  const progress: Progress & { readonly interrupt: (write: () => void) => void } = phaseProgress({
    form: progressForm(target),
    write: (text) => {
      if (!target.isHidden()) err.write(inLocale(text));
    },
    width: () => widthOn(err, environment),
    record: (value) => void record(value).catch(() => undefined), // the next write says it, too
  });
  return {
    form,
    quiet: common.quiet,
    width: form === 'terminal' ? widthOn(out, environment) : Infinity,
    paint: (style, text) => (isPainted && text !== '' ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text),
    write(text) {
      if (form !== 'terminal') return put(text);
      let written = Promise.resolve();
      progress.interrupt(() => {
        written = put(inLocale(text));
      });
      return written;
    },
    writeBytes: (bytes) => writing.write(bytes),
    record,
    note: (text) => {
      if (form === 'json') return;
      const line = `${inLocale(text)}\n`;
      if (target.hold !== undefined) target.hold(line);
      else progress.interrupt(() => void err.write(line));
    },
    progress,
  };
};
