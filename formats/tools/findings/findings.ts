/** What the tools found out about files. Every `path` is relative to the root of the files, such as `objects/a.jpg`. */

/** A match of the format identification tool (companion 9.2); an empty string where the tool gave no value. */
export interface FormatMatch {
  readonly namespace: string;
  /** The registry's key, such as `fmt/43`; `UNKNOWN` where nothing matched. */
  readonly id: string;
  readonly format: string;
  readonly version: string;
  readonly mime: string;
  readonly class: string;
  readonly basis: string;
  readonly warning: string;
}

/** What the format identification tool said about a file. */
export interface IdentifiedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** RFC 3339. */
  readonly modified: string;
  /** The tool's own words for what went wrong with this file; empty where nothing did. */
  readonly errors: string;
  /** Lower case. */
  readonly sha256: string;
  readonly matches: readonly FormatMatch[];
}

/** The format identification tool and its signatures. */
export interface IdentifierVersion {
  /** Such as `1.11.9`. */
  readonly version: string;
  readonly signature: string;
  /** When the signatures were made, as the tool writes it. */
  readonly created: string;
  readonly identifiers: readonly { readonly name: string; readonly details: string }[];
}

/** The result of a virus scan of a file. A file that was not read to its end is `unread`, never clean. */
export type ScanOutcome =
  | { readonly result: 'clean' }
  | { readonly result: 'infected'; readonly signature: string }
  | { readonly result: 'unread'; readonly reason: string };

export interface ScannedFile {
  readonly path: string;
  readonly outcome: ScanOutcome;
}

/** The virus scanner and its signatures. */
export interface ScannerVersion {
  /** What the scanner prints for `--version`, such as `ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026`. */
  readonly definition: string;
  readonly engine: string;
  /** Null where the scanner does not tell. */
  readonly signaturesMade: Date | null;
}

/** The virus scanner after a scan. */
export interface UsedScanner extends ScannerVersion {
  /** How many signatures it has; null where the scanner does not tell. */
  readonly knownViruses: number | null;
}

/** What the metadata extraction tool printed about a file. */
export interface ExtractedFile {
  readonly path: string;
  /** In the tool's order, with repeated names, as it prints them: `Tag Name`, and its value. */
  readonly tags: readonly { readonly name: string; readonly value: string }[];
  /** Why there are no tags, or not all: the tool's own words, or how it failed on this file; empty where it did not. */
  readonly error: string;
}
