/** The settings of a process that runs switched sources. */
export const SETTINGS = {
  /** The number of the sync that is taken out; none where it is empty. */
  takenOut: 'MUNIMENT_TEST_TAKEN_OUT',
  /** The file that is to tell which syncs each spec file has reached. */
  reached: 'MUNIMENT_TEST_REACHED',
} as const;

/** The properties of the global object that switched sources use, and those who look at it. */
export interface SwitchedGlobal {
  /** Asked of each sync, by its number, before it is done. */
  isTakenOut: (sync: number) => boolean;
  reachedSyncs: Set<number>;
}

/** What a spec file has reached in one of its tests. */
export interface ReachedSyncs {
  /** Its path, as compiled. */
  readonly file: string;
  readonly milliseconds: number;
  readonly syncs: readonly number[];
}
