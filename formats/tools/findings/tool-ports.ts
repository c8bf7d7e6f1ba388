import type { ExtractedFile, IdentifiedFile, IdentifierVersion, ScannedFile, ScannerVersion } from './findings.js';

/** A file on the local disk that tools look at. */
export interface LocalFile {
  /** Relative to the root of the files; what results name. */
  readonly path: string;
  /** Absolute. */
  readonly location: string;
}

/** Limits of one call. An abort kills the tool's whole process group, and the call throws the signal's reason. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** An existing folder for the temporary files of the tool, which a killed tool leaves there; the system's where there is none. */
  readonly temporaryFolder?: string;
}

/**
 * Each method throws ToolFailure when the tool is missing, fails, exceeds its limits, or ends without a result for each
 * file. Results come in any order, one for each file.
 */
export interface FormatIdentifier {
  version(call: ToolCall): Promise<IdentifierVersion>;
  identify(files: readonly LocalFile[], call: ToolCall): AsyncIterable<IdentifiedFile>;
}

export interface VirusScanner {
  version(call: ToolCall): Promise<ScannerVersion>;
  /** Begins a scan of many files, some at a time, for which the scanner has to load its signatures once only. */
  begin(call: ToolCall): Promise<VirusScan>;
}

/** A scan whose files come some at a time. Its results hold when `end` has resolved. Disposing of it ends it in any case. */
export interface VirusScan extends AsyncDisposable {
  /** May be called again before the results of the last call have come. A file that the scanner cannot read is `unread`. */
  scan(files: readonly LocalFile[]): AsyncIterable<ScannedFile>;
  /**
   * To be called once, after the results of all files. Answers how many signatures the scanner has, null where it does not
   * tell. Throws ToolFailure where it has none, or has ended early.
   */
  end(): Promise<number | null>;
}

export interface MetadataExtractor {
  version(call: ToolCall): Promise<string>;
  /**
   * A file of which the tool knows nothing has what it prints about any file, such as its name and size. A file on which
   * it hangs, or which ends it, has an error and no tags, and the others follow.
   */
  extract(files: readonly LocalFile[], call: ToolCall): AsyncIterable<ExtractedFile>;
}

/** The batch report tool, where one is installed: it writes its whole report into a folder. */
export interface BatchReporter {
  version(call: ToolCall): Promise<string>;
  /** `source` and `destination` are absolute folders; `destination` exists and is empty. */
  report(source: string, destination: string, call: ToolCall): Promise<void>;
}

/** The tools of a pipeline run; null for one that the configuration says is not wanted. */
export interface PipelineTools {
  readonly identifier: FormatIdentifier | null;
  readonly scanner: VirusScanner | null;
  readonly extractor: MetadataExtractor | null;
  /** Null where it is not installed or not wanted: the platform then writes the report from what the others found. */
  readonly reporter: BatchReporter | null;
}

export type ToolName = 'siegfried' | 'clamav' | 'exiftool' | 'brunnhilde';

/** The tools as messages name them. */
export const TOOL_TITLES: Readonly<Record<ToolName, string>> = {
  siegfried: 'Siegfried',
  clamav: 'ClamAV',
  exiftool: 'ExifTool',
  brunnhilde: 'Brunnhilde',
};

/** `missing`: it cannot be started; `limit`: it took too long or too much; `failed`: anything else. */
export type ToolFailureKind = 'missing' | 'limit' | 'failed';

/** A tool of which no result can be had. The message names the tool, and how to get it where it is missing. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly tool: ToolName;
  readonly kind: ToolFailureKind;

  constructor(tool: ToolName, kind: ToolFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.tool = tool;
    this.kind = kind;
  }
}
