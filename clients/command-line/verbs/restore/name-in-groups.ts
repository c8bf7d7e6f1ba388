/** A file that has all of its bytes, and does not have its name yet. */
export interface Written {
  readonly temporary: string;
  readonly bytes: number;
}

/** So many files, or so many bytes, are synced together. */
const FILES = 4_096;
const BYTES = 64 * 1024 ** 2;
/** So many groups may wait for the disk before nothing more is written. */
const GROUPS = 2;

/** Gives files their names when a power cut would not take away their bytes, many at a time. */
export interface GroupNaming<File extends Written> {
  /** Resolves when further files may be written. Rejects with what the disk says. */
  add(file: File): Promise<void>;
  /** Resolves when all files have their names. */
  end(): Promise<void>;
}

/** `settle` syncs files, and `name` gives them their names. */
export const nameInGroups = <File extends Written>(
  settle: (files: readonly File[]) => Promise<void>,
  name: (files: readonly File[]) => Promise<void>,
): GroupNaming<File> => {
  let waiting: File[] = [];
  let bytes = 0;
  let groups: Promise<void> = Promise.resolve();
  let open = 0;

  const nameAll = async (files: readonly File[]): Promise<void> => {
    await settle(files);
    await name(files);
    open--;
  };
  const begin = (): void => {
    const files = waiting;
    [waiting, bytes] = [[], 0];
    open++;
    groups = groups.then(() => nameAll(files));
    groups.catch(() => undefined); // it is thrown where it is waited for
  };
  return {
    add: async (file) => {
      waiting.push(file);
      bytes += file.bytes;
      if (waiting.length < FILES && bytes < BYTES) return;
      begin();
      if (open >= GROUPS) await groups;
    },
    end: async () => {
      if (waiting.length > 0) begin();
      await groups;
    },
  };
};
