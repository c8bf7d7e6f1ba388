/** A range as manifests write it; its terms are in its metadata. */
export interface ManifestRange {
  readonly id: string;
  readonly type: 'Range';
  readonly label: Readonly<Record<string, readonly string[]>>;
  readonly metadata?: readonly {
    readonly label: Readonly<Record<string, readonly string[]>>;
    readonly value: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly rights?: string;
  readonly items: readonly (ManifestRange | { readonly id: string; readonly type: 'Canvas' })[];
}
