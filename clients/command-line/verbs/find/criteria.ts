import { wordsFault } from '../../command-fault.js';
import { patternMatcher } from '../../looking/pattern-matcher.js';

/** The options as they are typed. */
export interface TypedCriteria {
  readonly name?: string;
  readonly digest?: string;
  readonly since?: string;
  readonly format?: string;
  readonly virus?: boolean;
  readonly allVersions?: boolean;
}

/** What a file must satisfy; null where that is not asked for. */
export interface Criteria {
  /** A part of the path, folded. */
  readonly text: string | null;
  /** A text that every path has that is looked for; empty where none is known. */
  readonly part: string;
  /** Whether the name, or the path below the group, is one that is looked for. */
  readonly isNamed: ((path: string) => boolean) | null;
  /** Lower-case hex. */
  readonly digest: string | null;
  /** RFC 3339, UTC. */
  readonly since: string | null;
  readonly format: string | null;
  readonly isVirus: boolean;
  readonly isAllVersions: boolean;
}

/** A text in which letter case makes no difference; ß equals ss. */
export const folded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const readName = (pattern: string): ((path: string) => boolean) => {
  const matches = patternMatcher(pattern);
  return pattern.includes('/') ? matches : (path) => matches(nameOf(path));
};

const longestOf = (texts: readonly string[]): string => texts.toSorted((a, b) => b.length - a.length)[0] ?? '';

/** The longest name or piece of a name of what is typed: stored paths have other names between those of the depositor. */
const partOf = (text: string | undefined, name: string | undefined): string =>
  longestOf([...(text ?? '').split('/'), ...(name ?? '').split(/[/*?]/)]);

const readDigest = (typed: string): string => {
  const digest = typed.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digest))
    throw wordsFault(
      `--digest ${typed} is not a SHA-256: one has 64 digits, 0 to 9 and a to f.`,
      'muniment ls --full <path>',
    );
  return digest;
};

/** A day begins at midnight here. */
const readSince = (typed: string): string => {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed);
  const time = new Date(isDay ? `${typed}T00:00` : typed.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T'));
  if (!/^\d{4}-\d\d-\d\d/.test(typed) || Number.isNaN(time.getTime()))
    throw wordsFault(`--since ${typed} is not a date such as 2026-11-01 or 2026-11-01 15:30.`, 'muniment find --help');
  return time.toISOString();
};

/** Reads what is looked for. Throws CommandFault where nothing is, or where an option cannot be read. */
export const readCriteria = (text: string | undefined, typed: TypedCriteria): Criteria => {
  const { name, digest, since, format, virus = false, allVersions = false } = typed;
  if (text === undefined && [name, digest, since, format].every((each) => each === undefined) && !virus)
    throw wordsFault('find needs a part of a path, or an option that says what to look for.', 'muniment find --help');
  return {
    text: text === undefined ? null : folded(text),
    part: partOf(text, name),
    isNamed: name === undefined ? null : readName(name),
    digest: digest === undefined ? null : readDigest(digest),
    since: since === undefined ? null : readSince(since),
    format: format ?? null,
    isVirus: virus,
    isAllVersions: allVersions,
  };
};
