import type { components } from '../../../api/generated/preservation.js';
import { isChosen, type PathSelection } from '../../parts/lists/path-selection.js';

export type ImportJob = components['schemas']['ImportJob'];

/** What an import does with a file, in the order in which a page shows it. */
export const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const;
export type ChangeKind = (typeof KINDS)[number];

/** How many files, and their bytes; of a changed one the new bytes. */
export interface Sum {
  readonly files: number;
  readonly bytes: number;
}
export type Sums = Readonly<Record<ChangeKind, Sum>>;

/** What becomes of one file. Its path is that in the archival group. */
export interface Change {
  readonly kind: ChangeKind;
  readonly path: string;
  readonly name: string;
  /** Unknown of a file that is deleted or renamed. */
  readonly size: number | null;
  readonly contentType: string | null;
}

/** A folder with what becomes of the files at any depth in it. */
export interface ChangedFolder {
  readonly path: string;
  readonly name: string;
  readonly sums: Record<ChangeKind, { files: number; bytes: number }>;
  /** Whether the import makes the folder, takes it away, or gives it its name. */
  readonly state: 'new' | 'gone' | 'renamed' | 'stays';
  readonly folders: Map<string, ChangedFolder>;
  readonly files: Record<ChangeKind, Change[]>;
}

const LISTS = {
  added: ['binariesToAdd', 'containersToAdd'],
  changed: ['binariesToPatch', null],
  renamed: ['binariesToRename', 'containersToRename'],
  deleted: ['binariesToDelete', 'containersToDelete'],
} as const satisfies Record<ChangeKind, readonly [keyof ImportJob, keyof ImportJob | null]>;

/** The path of a resource below the archival group of a job. */
export const pathIn = ({ archivalGroup }: Pick<ImportJob, 'archivalGroup'>, id: string | null): string =>
  (id ?? '')
    .slice(archivalGroup.length + 1)
    .split('/')
    .map(decodeURIComponent)
    .join('/');

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const emptyFolder = (path: string): ChangedFolder => ({
  path,
  name: lastOf(path),
  sums: {
    added: { files: 0, bytes: 0 },
    changed: { files: 0, bytes: 0 },
    renamed: { files: 0, bytes: 0 },
    deleted: { files: 0, bytes: 0 },
  },
  state: 'stays',
  folders: new Map(),
  files: { added: [], changed: [], renamed: [], deleted: [] },
});

/** The folders from the top to the one at a path, which are made where they are missing. */
const foldersTo = (top: ChangedFolder, path: string): readonly ChangedFolder[] => {
  const found = [top];
  let at = top;
  for (let end = path.indexOf('/'); path !== ''; end = path.indexOf('/', end + 1)) {
    const part = end < 0 ? path : path.slice(0, end);
    const next = at.folders.get(part) ?? emptyFolder(part);
    at.folders.set(part, next);
    found.push(next);
    at = next;
    if (end < 0) break;
  }
  return found;
};

const STATES = { added: 'new', renamed: 'renamed', deleted: 'gone' } as const;

const addFile = (top: ChangedFolder, change: Change): void => {
  const { kind, path, size } = change;
  const folders = foldersTo(top, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const { sums } of folders) {
    sums[kind].files += 1;
    sums[kind].bytes += size ?? 0;
  }
  folders.at(-1)?.files[kind].push(change);
};

/** The changes of a job by folder. */
export const foldersOf = (job: ImportJob): ChangedFolder => {
  const top = emptyFolder('');
  for (const kind of KINDS) {
    const [binaries, containers] = LISTS[kind];
    for (const { id, name, size, contentType } of job[binaries]) {
      const path = pathIn(job, id);
      const known = kind === 'renamed' || (kind === 'deleted' && size === 0) ? null : size;
      addFile(top, { kind, path, name: name ?? lastOf(path), size: known, contentType });
    }
    if (containers === null || kind === 'changed') continue;
    for (const { id, name } of job[containers]) {
      const folder = foldersTo(top, pathIn(job, id)).at(-1);
      if (folder !== undefined) Object.assign(folder, { state: STATES[kind], name: name ?? folder.name });
    }
  }
  return top;
};

/** The topmost folders that an import takes away wholly. */
export const goneFolders = (folder: ChangedFolder): readonly { readonly name: string; readonly files: number }[] =>
  [...folder.folders.values()].flatMap((each) =>
    each.state === 'gone' ? [{ name: each.name, files: each.sums.deleted.files }] : goneFolders(each),
  );

/** The folders of files, with those around them. */
const aroundOf = (paths: readonly string[]): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
};

/**
 * The job without what was left out. A folder is made where a file in it is added, and taken away only where no file in it
 * stays.
 */
export const jobOf = (job: ImportJob, chosen: PathSelection): ImportJob => {
  const pathOf = ({ id }: { readonly id: string | null }): string => pathIn(job, id);
  const isIn = (each: { readonly id: string | null }): boolean => isChosen(chosen, pathOf(each));
  const binariesToAdd = job.binariesToAdd.filter(isIn);
  const wanted = aroundOf(binariesToAdd.map(pathOf));
  const staying = aroundOf(job.binariesToDelete.filter((each) => !isIn(each)).map(pathOf));
  return {
    ...job,
    containersToAdd: job.containersToAdd.filter((each) => isIn(each) || wanted.has(pathOf(each))),
    containersToRename: job.containersToRename.filter(isIn),
    containersToDelete: job.containersToDelete.filter((each) => isIn(each) && !staying.has(pathOf(each))),
    binariesToAdd,
    binariesToDelete: job.binariesToDelete.filter(isIn),
    binariesToPatch: job.binariesToPatch.filter(isIn),
    binariesToRename: job.binariesToRename.filter(isIn),
  };
};
