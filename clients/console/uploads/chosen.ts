import type { Chosen, ChosenFile, Refusal } from './plan.js';

/** Files that are opened at the same time to learn their size. */
const AT_ONCE = 64;

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => entry.file(done, fail));

const refusalOf = (error: unknown): Refusal =>
  error instanceof DOMException && error.name === 'NotFoundError' ? { kind: 'gone' } : { kind: 'unreadable' };

const pathOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, '');

/** A browser keeps the size and time that a file had when it was asked for, so it is asked again when it is sent. */
const chosenEntry = async (entry: FileSystemFileEntry): Promise<ChosenFile> => {
  const open = (): Promise<File> => fileOf(entry);
  const path = pathOf(entry);
  try {
    const { size, lastModified } = await open();
    return { path, size, modified: lastModified, open };
  } catch (error) {
    return { path, size: 0, modified: 0, open, unreadable: refusalOf(error) };
  }
};

/** A browser gives the entries of a folder by the hundred. */
const entriesIn = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (more.length === 0) return entries;
    entries.push(...more);
  }
};

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** What is done with files as they are found. */
export interface Found {
  /** Told how many files were found so far. */
  readonly onCount: (files: number) => void;
  /** Takes what was found since the last time. */
  readonly onChosen: (chosen: Chosen) => Promise<void>;
}

/** Files that are given on at once: an upload begins with them while the rest is still read. */
const GIVEN = 2_000;

/** Gathers what is found, and gives it on. */
const gathered = (name: string | null, { onCount, onChosen }: Found) => {
  let [files, emptyFolders, count]: [ChosenFile[], string[], number] = [[], [], 0];
  const give = async (): Promise<void> => {
    const chosen = { name, files, emptyFolders };
    [files, emptyFolders] = [[], []];
    if (chosen.files.length + chosen.emptyFolders.length > 0) await onChosen(chosen);
  };
  return {
    give,
    addFolder: (path: string) => void emptyFolders.push(path),
    add: async (found: readonly ChosenFile[]): Promise<void> => {
      files.push(...found);
      count += found.length;
      onCount(count);
      if (files.length >= GIVEN) await give();
    },
  };
};

/** Reads what is directly in a folder; the folders in it. */
const readFolder = async (
  folder: FileSystemDirectoryEntry,
  { add, addFolder }: ReturnType<typeof gathered>,
): Promise<readonly FileSystemDirectoryEntry[]> => {
  const path = pathOf(folder);
  const entries = await entriesIn(folder).catch(async (error: unknown) => {
    const open = (): Promise<File> => Promise.reject(error instanceof Error ? error : new Error(String(error)));
    await add([{ path, size: 0, modified: 0, open, unreadable: refusalOf(error) }]);
    return null;
  });
  if (entries === null) return [];
  if (entries.length === 0) addFolder(path);
  const files = entries.filter(isFile);
  for (let from = 0; from < files.length; from += AT_ONCE)
    await add(await Promise.all(files.slice(from, from + AT_ONCE).map(chosenEntry)));
  return entries.filter(isFolder);
};

/** The entries of what was dropped; they are there only while the event of the drop is handled. */
export const entriesOfDrop = (transfer: DataTransfer): FileSystemEntry[] =>
  Array.from(transfer.items)
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);

/** Reads all that is in what was dropped, and gives it on in portions. */
export const readEntries = async (entries: readonly FileSystemEntry[], found: Found): Promise<void> => {
  const [only] = entries;
  const gathering = gathered(entries.length === 1 && only?.isDirectory === true ? only.name : null, found);
  await gathering.add(await Promise.all(entries.filter(isFile).map(chosenEntry)));
  const folders = entries.filter(isFolder);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    folders.push(...(await readFolder(folder, gathering)).toReversed());
  await gathering.give();
};

/** What was chosen in a field for files, or for a folder; the latter does not tell of empty folders. */
export const readField = (files: FileList): Chosen => {
  const chosen = Array.from(files, (file): ChosenFile => {
    const path = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
    return { path, size: file.size, modified: file.lastModified, open: () => Promise.resolve(file) };
  });
  const [first] = files;
  const folder = first?.webkitRelativePath.split('/')[0] ?? '';
  return { name: folder === '' ? null : folder, files: chosen, emptyFolders: [] };
};
