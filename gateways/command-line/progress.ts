/** Tells the person who waits how far things are. */
export interface Progress {
  /** A new step begins, of so many files and bytes where that is known. */
  readonly begin: (step: string, total?: { readonly files: number; readonly bytes: number }) => void;
  readonly advance: (files: number, bytes: number) => void;
  /** Leaves the last line standing. */
  readonly end: () => void;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export const readableBytes = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`;
};

/** Where text is shown; lines are rewritten where it is a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const PLAIN_EVERY_MS = 3_000;
const REWRITE_EVERY_MS = 100;

/** One line that is rewritten on a terminal; elsewhere a line at each step, and one every few seconds in between. */
export const screenProgress = (screen: Screen, now: () => number): Progress => {
  const rewrites = screen.isTTY === true;
  let step = '';
  let total: { readonly files: number; readonly bytes: number } | undefined;
  let files = 0;
  let bytes = 0;
  let shownAt = 0;
  let open = false;

  const line = (): string => {
    if (total === undefined) return step;
    return `${step}: ${files} of ${total.files} files, ${readableBytes(bytes)} of ${readableBytes(total.bytes)}`;
  };
  const show = (): void => {
    shownAt = now();
    screen.write(rewrites ? `\r\u001b[2K${line()}` : `${line()}\n`);
    open = rewrites;
  };
  const finishLine = (): void => {
    if (!open) return;
    show();
    screen.write('\n');
    open = false;
  };
  return {
    begin: (next, of) => {
      finishLine();
      [step, total, files, bytes] = [next, of, 0, 0];
      show();
    },
    advance: (moreFiles, moreBytes) => {
      files += moreFiles;
      bytes += moreBytes;
      if (now() - shownAt >= (rewrites ? REWRITE_EVERY_MS : PLAIN_EVERY_MS)) show();
    },
    end: finishLine,
  };
};
