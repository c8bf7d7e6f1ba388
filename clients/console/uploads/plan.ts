import { runToEnd } from '../../../flow/slices.js';
import { isJunkName } from '../../../formats/paths/junk-names.js';
import { sortNaturally } from '../../../formats/paths/natural-order.js';
import { pathViolation } from '../../../formats/paths/repository-path.js';
import { xmlTextViolation } from '../../../formats/xml/characters.js';

/** A file that was chosen or dropped. */
export interface ChosenFile {
  /** As the browser gives it, from the name of what was chosen on; Unicode normalisation stays. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** The file with its bytes still to be read; again where it has changed, as far as the browser gives it. */
  readonly open: () => Promise<File>;
  /** Why it could not be looked at. */
  readonly unreadable?: Refusal;
}

/** What was chosen or dropped at once. */
export interface Chosen {
  /** The name of the one folder that was chosen; null for several things. */
  readonly name: string | null;
  readonly files: readonly ChosenFile[];
  /** Folders that hold nothing. A browser names them only where they are dropped. */
  readonly emptyFolders: readonly string[];
}

/** Why a file is not in the workspace. */
export type Refusal =
  /** Made by an operating system for its own use. */
  | { readonly kind: 'junk' }
  /** The platform cannot keep a file of this name. */
  | { readonly kind: 'name'; readonly said: string }
  /** It changed after it was chosen. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'gone' }
  /** The store has received other bytes than those of its SHA-256, twice. */
  | { readonly kind: 'digest' }
  /** Another file of this name is in the workspace. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'said'; readonly said: string };

/** `ready`: its digest is known, and it waits for its turn; `checking`: the store reads the whole of it. */
export type ItemState = 'waiting' | 'reading' | 'ready' | 'sending' | 'checking' | 'done' | 'refused';

/** A file of an upload: a small record, of which there may be 100,000. */
export interface UploadItem {
  /** In the deposit. */
  readonly path: string;
  readonly open: () => Promise<File>;
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  state: ItemState;
  /** Bytes that the store has. */
  sent: number;
  refusal: Refusal | null;
  /** The person wants it whatever it is, and in the place of what is there. */
  insists: boolean;
  /** Of a file in parts: how many the store has, and of how many. */
  parts: { done: number; of: number } | null;
  cancelling: AbortController | null;
}

/** The size above which a file goes up in parts: one part, in bytes. */
export const LARGE = 16 * 1024 ** 2;

/** Why the platform cannot keep a file of this path; null where it can, as far as a client knows. */
export const nameRefusal = (path: string): string | null => {
  const unwritable = xmlTextViolation(path);
  return pathViolation(path) ?? (unwritable && `no METS could name it: ${unwritable}`);
};

/** Why a file is left out before it is looked at; null where it is not. */
export const refusalBefore = (path: string): Refusal | null => {
  const said = nameRefusal(path);
  if (said !== null) return { kind: 'name', said };
  return path.split('/').some(isJunkName) ? { kind: 'junk' } : null;
};

const join = (...names: readonly string[]): string => names.filter((name) => name !== '').join('/');

/** Where what was chosen goes: the content of one folder into the folder of the deposit, or the folder with its name. */
export interface Destination {
  /** A folder of the deposit; '' for its root. */
  readonly into: string;
  readonly keepsName: boolean;
}

/** The paths in the deposit of what was chosen. */
export const placed = (chosen: Chosen, { into, keepsName }: Destination): Chosen => {
  const root = keepsName || chosen.name === null ? into : null;
  const pathOf = (path: string): string =>
    root === null ? join(into, path.slice((chosen.name ?? '').length + 1)) : join(root, path);
  return {
    name: chosen.name,
    files: chosen.files.map((file) => ({ ...file, path: pathOf(file.path) })),
    emptyFolders: chosen.emptyFolders.map(pathOf).filter((path) => path !== into),
  };
};

const itemOf = ({ path, size, modified, open, unreadable }: ChosenFile): UploadItem => {
  const refusal = unreadable ?? refusalBefore(path);
  return {
    path,
    open,
    size,
    modified,
    state: refusal === null ? 'waiting' : 'refused',
    sent: 0,
    refusal,
    insists: false,
    parts: null,
    cancelling: null,
  };
};

/** The records of what was chosen, in the order in which people read names. */
export const itemsOf = (files: readonly ChosenFile[]): UploadItem[] =>
  runToEnd(sortNaturally(files.map(itemOf), ({ path }) => path));

/** The folder of a file. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
