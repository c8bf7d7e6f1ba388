import { failureOf, isIdentified, type AllFindings, type FileFindings } from '../findings/file-findings.js';

/** How many files one format, in one version, has. */
export interface FormatCount {
  readonly format: string;
  readonly id: string;
  readonly version: string;
  readonly files: number;
}

/** A file and what there is to say of it. */
export interface NamedFile {
  readonly path: string;
  readonly words: string;
}

/** Some files by name, and how many there are. */
export interface NamedFiles {
  readonly named: readonly NamedFile[];
  readonly count: number;
}

/** What a report says of all files. Lists are ordered by their counts, the highest first. */
export interface ReportStatistics {
  readonly files: number;
  /** In bytes. */
  readonly size: number;
  readonly empty: number;
  /** RFC 3339, of the files' last changes; null without files. */
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly identified: number;
  readonly formats: readonly FormatCount[];
  readonly versions: readonly FormatCount[];
  readonly mimeTypes: readonly (readonly [type: string, files: number])[];
  readonly years: readonly (readonly [year: string, files: number])[];
  readonly infected: NamedFiles;
  readonly unread: NamedFiles;
  readonly unidentified: NamedFiles;
  readonly warnings: NamedFiles;
  readonly errors: NamedFiles;
  /** Digests that more than one file has, with the files' paths. */
  readonly duplicates: readonly {
    readonly sha256: string;
    readonly paths: readonly string[];
    readonly count: number;
  }[];
  readonly distinct: number;
}

/** How many files a list of a report names. */
export const MOST_NAMED = 1_000;

class Names {
  readonly named: NamedFile[] = [];
  count = 0;

  add(path: string, words: string): void {
    this.count += 1;
    if (this.named.length < MOST_NAMED) this.named.push({ path, words });
  }
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** The most frequent first, equal ones by their keys. */
  sorted(): [key: string, files: number][] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }
}

/** Counts everything that a report shows; its lists of names are bounded. */
export const reportStatistics = async (findings: AllFindings): Promise<ReportStatistics> => {
  const counted = new FileCounts();
  for await (const each of findings) counted.add(each);
  return counted.result();
};

class FileCounts {
  readonly #formats = new Tally();
  readonly #versions = new Tally();
  readonly #mimeTypes = new Tally();
  readonly #years = new Tally();
  readonly #names = {
    infected: new Names(),
    unread: new Names(),
    unidentified: new Names(),
    warnings: new Names(),
    errors: new Names(),
  };
  readonly #digests = new Map<string, { first: string; others: string[]; count: number }>();
  #sums = { files: 0, size: 0, empty: 0, identified: 0 };
  #dates: { readonly earliest: string; readonly latest: string } | null = null;

  add(each: FileFindings): void {
    const { path, identified, scanned } = each;
    const { infected, unread, errors, unidentified, warnings } = this.#names;
    this.#sums.files += 1;
    if (scanned?.result === 'infected') infected.add(path, scanned.signature);
    if (scanned?.result === 'unread') unread.add(path, scanned.reason);
    const failure = failureOf(each);
    if (failure !== null) errors.add(path, failure);
    if (identified === null) return;
    this.#sums.size += identified.size;
    if (identified.size === 0) this.#sums.empty += 1;
    if (isIdentified(each)) this.#sums.identified += 1;
    else unidentified.add(path, identified.matches.length > 1 ? 'several formats' : '');
    for (const { warning } of identified.matches) if (warning !== '') warnings.add(path, warning);
    this.#addFormats(identified.matches);
    this.#addDate(identified.modified);
    this.#addDigest(identified.sha256, path);
  }

  result(): ReportStatistics {
    const { earliest = null, latest = null } = this.#dates ?? {};
    const shared = [...this.#digests].filter(([, { count }]) => count > 1);
    return {
      ...this.#sums,
      ...this.#names,
      earliest,
      latest,
      formats: this.#formats.sorted().map(formatCount),
      versions: this.#versions.sorted().map(formatCount),
      mimeTypes: this.#mimeTypes.sorted(),
      years: this.#years.sorted(),
      duplicates: shared.map(([sha256, { first, others, count }]) => ({ sha256, paths: [first, ...others], count })),
      distinct: this.#digests.size,
    };
  }

  #addFormats(
    matches: readonly { readonly format: string; readonly id: string; version: string; mime: string }[],
  ): void {
    for (const { format, id, version, mime } of matches) {
      this.#formats.add(JSON.stringify([format, id, '']));
      this.#versions.add(JSON.stringify([format, id, version]));
      this.#mimeTypes.add(mime);
    }
  }

  #addDate(modified: string): void {
    this.#years.add(modified.slice(0, 4));
    const { earliest = modified, latest = modified } = this.#dates ?? {};
    this.#dates = {
      earliest: modified < earliest ? modified : earliest,
      latest: modified > latest ? modified : latest,
    };
  }

  #addDigest(sha256: string, path: string): void {
    const known = this.#digests.get(sha256);
    if (known === undefined) this.#digests.set(sha256, { first: path, others: [], count: 1 });
    else {
      known.count += 1;
      if (known.others.length < MOST_NAMED) known.others.push(path);
    }
  }
}

const formatCount = ([key, files]: readonly [string, number]): FormatCount => {
  const [format, id, version] = JSON.parse(key) as [string, string, string];
  return { format, id, version, files };
};
