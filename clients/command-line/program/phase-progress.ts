import { durationText, numberText, sizeOfText, sizeText, utcText } from '../output/amounts.js';
import { printable } from '../output/printable.js';
import type { Progress, Total } from '../output/progress.js';
import { fitted } from '../output/screen-width.js';

/** How progress is shown. */
export interface PhaseProgress {
  /** A line that is rewritten, and erased after its phase; a dated line a minute; lines of JSON; nothing. */
  readonly form: 'rewritten' | 'dated' | 'json' | 'none';
  readonly write: (text: string) => void;
  /** Of the terminal, at present. */
  readonly width: () => number;
  readonly record: (value: object) => void;
}

interface Phase {
  readonly name: string;
  readonly total: Total | undefined;
  readonly begun: number;
  files: number;
  bytes: number;
}

const FIRST_MS = { rewritten: 500, dated: 60_000, json: 1_000 } as const;
const EVERY_MS = { rewritten: 250, dated: 60_000, json: 1_000 } as const;
/** Before this time nothing is foretold. */
const FORETOLD_AFTER_MS = 1_000;
const MINUTE_MS = 60_000;
const ERASED = '\r\u001b[2K';

/** Done and whole, in the unit that tells more of the rest: bytes, or files where no bytes are counted. */
const shareOf = ({ total, files, bytes }: Phase): { readonly done: number; readonly whole: number } =>
  total !== undefined && total.bytes > 0
    ? { done: bytes, whole: total.bytes }
    : { done: files, whole: total?.files ?? 0 };

const restText = (phase: Phase, now: number): string => {
  const elapsed = now - phase.begun;
  const { done, whole } = shareOf(phase);
  if (elapsed < FORETOLD_AFTER_MS || done <= 0 || whole <= done) return '';
  return `, ${durationText(Math.max(1_000, (elapsed * (whole - done)) / done))} left`;
};

const countsText = ({ total, files }: Phase): string => {
  const noun = total?.noun ?? 'file';
  const whole = total?.files ?? null;
  if (whole === null) return `${numberText(files)} ${noun}${files === 1 ? '' : 's'}`;
  const about = total?.isEstimate === true ? 'about ' : '';
  return `${numberText(files)} of ${about}${numberText(whole)} ${noun}${whole === 1 ? '' : 's'}`;
};

const bytesText = ({ total, bytes, begun }: Phase, now: number): string | null => {
  if (total !== undefined && total.bytes > 0) return sizeOfText(bytes, total.bytes);
  if (bytes === 0) return null;
  const elapsed = now - begun;
  const rate = elapsed < FORETOLD_AFTER_MS ? '' : `, ${sizeText((bytes * 1_000) / elapsed, 2)}/s`;
  return `${sizeText(bytes)}${rate}`;
};

/** In whole minutes, but for the last one. */
const leftText = (leftMs: number): string =>
  durationText(leftMs < MINUTE_MS ? Math.max(0, leftMs) : Math.floor(leftMs / MINUTE_MS) * MINUTE_MS);

const lineOf = (phase: Phase, now: number): string => {
  const { name, total, files } = phase;
  if (total === undefined) return `${name} …`;
  if (total.leftMs !== undefined) return `${name}, ${leftText(total.leftMs - (now - phase.begun))} left`;
  const bytes = bytesText(phase, now);
  // Where one large file is read, its bytes tell how far it is.
  const counts = bytes === null || total.files !== null || files > 0 ? countsText(phase) : null;
  return `${name} ${[counts, bytes].filter((each) => each !== null).join(', ')}${restText(phase, now)}`;
};

const recordOf = ({ name, total, files, bytes }: Phase): object => ({
  type: 'progress',
  phase: name,
  files,
  ofFiles: total?.files ?? null,
  bytes,
  ofBytes: total === undefined || total.bytes === 0 ? null : total.bytes,
});

/** Progress of a verb. `interrupt` writes something else on a line of its own. */
export const phaseProgress = (how: PhaseProgress): Progress & { readonly interrupt: (write: () => void) => void } => {
  const { form } = how;
  let phase: Phase | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isShown = false;

  const erase = (): void => {
    if (isShown) how.write(ERASED);
    isShown = false;
  };
  const show = (): void => {
    if (phase === null) return;
    const now = performance.now();
    if (form === 'json') how.record(recordOf(phase));
    else if (form === 'dated') how.write(`${utcText(new Date())} ${printable(lineOf(phase, now))}\n`);
    else {
      // A terminal may break the line when its last column is written to.
      how.write(`${ERASED}${fitted(printable(lineOf(phase, now)), how.width() - 1)}`);
      isShown = true;
    }
  };
  const end = (): void => {
    clearTimeout(timer);
    phase = null;
    erase();
  };
  const showAfter = (ms: number): void => {
    timer = setTimeout(() => {
      show();
      if (form !== 'none') showAfter(EVERY_MS[form]);
    }, ms);
    timer.unref();
  };
  return {
    begin(name, total) {
      end();
      phase = { name, total, begun: performance.now(), files: 0, bytes: 0 };
      if (form !== 'none') showAfter(FIRST_MS[form]);
    },
    advance(files, bytes) {
      if (phase === null) return;
      phase.files += files;
      phase.bytes += bytes;
    },
    end,
    interrupt(write) {
      const wasShown = isShown;
      erase();
      write();
      if (wasShown) show();
    },
  };
};
