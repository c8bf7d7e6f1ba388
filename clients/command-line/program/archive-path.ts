import { parsePath, PathFault, pathViolation, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { wordsFault } from '../command-fault.js';
import { shownName } from '../output/printable.js';

export interface TypedPath {
  /** From the root of the repository, unescaped, without slashes at its ends; empty for the root. */
  readonly path: RepositoryPath;
  /** Null for the newest. */
  readonly version: number | null;
}

const VERSIONED = /^(.*)@(?:v(\d+))?$/s;
const ADDRESS = /^https?:\/\//i;

const versioned = (word: string): { readonly name: string; readonly version: number | null } => {
  const [, name, digits] = VERSIONED.exec(word) ?? [];
  if (name === undefined) return { name: word, version: null };
  return { name, version: digits === undefined ? null : Number(digits) };
};

const notPath = (word: string, why: string): Error =>
  wordsFault(`${shownName(word)} is not a path in the archive. ${why}`, 'muniment ls');

/** The escaped path of an address below `/repository`; throws CommandFault where another archive has it. */
const addressedPath = (address: string, server: string | null): string => {
  const [bare = ''] = address.split(/[?#]/, 1);
  const base = server === null ? /^https?:\/\/[^/]+?.*?(?=\/repository(?:\/|$))/i.exec(bare)?.[0] : server;
  const root = `${base?.replace(/\/+$/, '') ?? ''}/repository`;
  if (base === undefined || (bare !== root && !bare.startsWith(`${root}/`)))
    throw notPath(address, `An address of this archive begins with ${server ?? 'http://…'}/repository/.`);
  return bare.slice(root.length);
};

const readAddress = (word: string, server: string | null): RepositoryPath => {
  try {
    return parsePath(addressedPath(word, server));
  } catch (error) {
    throw error instanceof PathFault ? notPath(word, error.message) : error;
  }
};

const readPlain = (name: string): RepositoryPath => {
  if (/^(?:\.|~)|^\/+[^/]/.test(name))
    throw notPath(name, 'A path that begins with ".", "/" or "~" is of this computer.');
  const path = name.replace(/^\/+|\/+$/g, '');
  const violation = path === '' ? null : pathViolation(path);
  if (violation !== null) throw notPath(name, violation);
  return path;
};

/** Reads `letters/1911/a b.txt@v2`, `plan@v2@`, or an address of this archive. Throws CommandFault. */
export const readTypedPath = (word: string, server: string | null = null): TypedPath => {
  const { name, version } = versioned(word);
  return { path: ADDRESS.test(name) ? readAddress(name, server) : readPlain(name), version };
};

/** The word that names it again, with the additional @ where the name ends like a version. */
export const typedPathText = (path: string, version: number | null = null): string => {
  if (version !== null) return `${path}@v${version}`;
  return VERSIONED.test(path) ? `${path}@` : path;
};
