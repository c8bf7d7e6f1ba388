/** The size of a step; bytes are 0 where only files are counted. */
export interface Total {
  /** Null where it is not known. */
  readonly files: number | null;
  readonly bytes: number;
  /** What is counted as files are; `file` where it is not given. */
  readonly noun?: string;
  /** Whether the number of files is about right only. */
  readonly isEstimate?: boolean;
}

/** Shows progress to the user. */
export interface Progress {
  /** Begins a step; with its total where that is known. */
  readonly begin: (step: string, total?: Total) => void;
  readonly advance: (files: number, bytes: number) => void;
  /** Ends the display and keeps its last line. */
  readonly end: () => void;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export const readableBytes = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`;
};

/** The output for text; lines are rewritten on a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  /** The present width of the terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}
