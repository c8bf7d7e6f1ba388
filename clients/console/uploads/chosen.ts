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

/** Folders that are still to be read, and what was found. */
interface Reading {
  readonly folders: FileSystemDirectoryEntry[];
  readonly files: ChosenFile[];
  readonly emptyFolders: string[];
  readonly onFound: (files: number) => void;
}

const readFolder = async (folder: FileSystemDirectoryEntry, reading: Reading): Promise<void> => {
  const { folders, files, emptyFolders, onFound } = reading;
  const path = pathOf(folder);
  try {
    const entries = await entriesIn(folder);
    if (entries.length === 0) emptyFolders.push(path);
    folders.push(...entries.filter(isFolder));
    const inside = entries.filter(isFile);
    for (let from = 0; from < inside.length; from += AT_ONCE) {
      files.push(...(await Promise.all(inside.slice(from, from + AT_ONCE).map(chosenEntry))));
      onFound(files.length);
    }
  } catch (error) {
    const open = (): Promise<File> => Promise.reject(error instanceof Error ? error : new Error(String(error)));
    files.push({ path, size: 0, modified: 0, open, unreadable: refusalOf(error) });
  }
};

/** The entries of what was dropped; they are there only while the event of the drop is handled. */
export const entriesOfDrop = (transfer: DataTransfer): FileSystemEntry[] =>
  Array.from(transfer.items)
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);

/** All that is in what was dropped; told how many files were found so far. */
export const readEntries = async (
  entries: readonly FileSystemEntry[],
  onFound: (files: number) => void,
): Promise<Chosen> => {
  const reading: Reading = { folders: entries.filter(isFolder), files: [], emptyFolders: [], onFound };
  reading.files.push(...(await Promise.all(entries.filter(isFile).map(chosenEntry))));
  for (let folder = reading.folders.pop(); folder !== undefined; folder = reading.folders.pop())
    await readFolder(folder, reading);
  const [only] = entries;
  const name = entries.length === 1 && only?.isDirectory === true ? only.name : null;
  return { name, files: reading.files, emptyFolders: reading.emptyFolders };
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
