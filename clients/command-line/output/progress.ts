/** The size of a step; bytes are 0 where only files are counted. */
export interface Total {
  /** Null where it is not known. */
  readonly files: number | null;
  readonly bytes: number;
  /** What is counted as files are; `file` where it is not given. */
  readonly noun?: string;
  /** Whether the number of files is about right only. */
  readonly isEstimate?: boolean;
  /** The time that is left at the beginning, of a step that counts nothing and ends then. */
  readonly leftMs?: number;
}

/** Shows progress to the user. */
export interface Progress {
  /** Begins a step; with its total where that is known. */
  readonly begin: (step: string, total?: Total) => void;
  readonly advance: (files: number, bytes: number) => void;
  /** Ends the display and keeps its last line. */
  readonly end: () => void;
}
