import { printable } from './printable.js';
import { fitted } from './screen-width.js';

/** The size of a step; bytes are 0 where only files are counted. */
export interface Total {
  /** Null where it is not known. */
  readonly files: number | null;
  readonly bytes: number;
}

/** Shows progress to the user. */
export interface Progress {
  /** Begins a step; with its total where that is known. */
  readonly begin: (step: string, total?: Total) => void;
  readonly advance: (files: number, bytes: number) => void;
  /** Ends the display and keeps its last line. */
  readonly end: () => void;
}

/** Progress with notes. */
export interface ScreenProgress extends Progress {
  /** Shows a sentence on a line of its own. */
  readonly note: (sentence: string) => void;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export const readableBytes = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`;
};

const readableSeconds = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The output for text; lines are rewritten on a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  /** The present width of the terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

const PLAIN_EVERY_MS = 10_000;
const REWRITE_EVERY_MS = 100;
/** Before this time no rate is shown. */
const RATE_AFTER_MS = 1_000;

interface Step {
  readonly name: string;
  readonly total: Total | undefined;
  readonly begun: number;
  files: number;
  bytes: number;
}

/** The rate of a step and its remaining time; empty before they are known. */
const pace = ({ total, begun, bytes }: Step, now: number): string => {
  const elapsed = now - begun;
  if (total === undefined || bytes <= 0 || elapsed < RATE_AFTER_MS) return '';
  const rate = (bytes * 1_000) / elapsed;
  const rest = total.bytes - bytes;
  const left = rest > 0 ? `, ${readableSeconds(rest / rate)} left` : '';
  return `, ${readableBytes(Math.round(rate))}/s${left}`;
};

const lineOf = (step: Step, now: number): string => {
  const { name, total, files, bytes } = step;
  if (total === undefined) return name;
  const most = total.files ?? files;
  const counted = `${name}: ${files}${total.files === null ? '' : ` of ${most}`} file${most === 1 ? '' : 's'}`;
  if (total.bytes === 0) return counted;
  return `${counted}, ${readableBytes(bytes)} of ${readableBytes(total.bytes)}${pace(step, now)}`;
};

/**
 * On a terminal one line that is rewritten and never wraps; elsewhere a line at each step, and every few seconds in
 * between.
 */
export const screenProgress = (screen: Screen, now: () => number): ScreenProgress => {
  const rewrites = screen.isTTY === true;
  let step: Step = { name: '', total: undefined, begun: now(), files: 0, bytes: 0 };
  let shownAt = 0;
  let open = false;

  const show = (): void => {
    shownAt = now();
    const line = printable(lineOf(step, shownAt));
    // A terminal may break the line when its last column is written to.
    screen.write(rewrites ? `\r\u001b[2K${fitted(line, (screen.columns ?? 80) - 1)}` : `${line}\n`);
    open = rewrites;
  };
  const finishLine = (): void => {
    if (!open) return;
    show();
    screen.write('\n');
    open = false;
  };
  return {
    begin: (name, total) => {
      finishLine();
      step = { name, total, begun: now(), files: 0, bytes: 0 };
      show();
    },
    advance: (files, bytes) => {
      step.files += files;
      step.bytes += bytes;
      if (now() - shownAt >= (rewrites ? REWRITE_EVERY_MS : PLAIN_EVERY_MS)) show();
    },
    note: (sentence) => {
      const goesOn = open;
      finishLine();
      screen.write(`${sentence}\n`);
      if (goesOn) show();
    },
    end: finishLine,
  };
};
