/**
 * What a tool, a process or a METS records of one file or folder (preservation 2.8, companion 2.13). `source` names the
 * tool or document; `timestamp` is when it was determined, null where that was not recorded.
 */
export type MetadataEntry =
  | DigestMetadata
  | FileFormatMetadata
  | ExifMetadata
  | VirusScanMetadata
  | ExtentMetadata
  | StorageMetadata
  | ToolOutput;

interface Entry<Type extends string> {
  readonly type: Type;
  readonly source: string;
  readonly timestamp: Date | null;
}

export interface DigestMetadata extends Entry<'DigestMetadata'> {
  /** SHA-256 in lower-case hex. */
  readonly digest: string;
}

export interface FileFormatMetadata extends Entry<'FileFormatMetadata'> {
  /** SHA-256 in lower-case hex. */
  readonly digest: string | null;
  /** In bytes. */
  readonly size: number | null;
  /** The PRONOM key, such as `fmt/43`, or `UNKNOWN`. */
  readonly pronomKey: string | null;
  readonly formatName: string | null;
  readonly originalName: string | null;
  readonly storageLocation: string | null;
  readonly contentType: string | null;
}

export interface ExifMetadata extends Entry<'ExifMetadata'> {
  /** In the order of the tool; a name may be repeated. */
  readonly tags: readonly ExifTag[];
}

export interface ExifTag {
  readonly tagName: string;
  readonly tagValue: string;
}

export interface VirusScanMetadata extends Entry<'VirusScanMetadata'> {
  readonly hasVirus: boolean;
  /** The scanner's message, verbatim; '' for a clean file. */
  readonly virusFound: string;
  readonly virusDefinition: string;
}

export interface ExtentMetadata extends Entry<'ExtentMetadata'> {
  /** In pixels. */
  readonly pixelWidth: number | null;
  /** In pixels. */
  readonly pixelHeight: number | null;
  /** In seconds. */
  readonly duration: number | null;
}

export interface StorageMetadata extends Entry<'StorageMetadata'> {
  readonly originalName: string | null;
  readonly storageLocation: string | null;
}

export interface ToolOutput extends Entry<'ToolOutput'> {
  readonly contentType: string;
  readonly content: string;
}
