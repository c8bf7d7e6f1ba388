export interface ObjectPlace {
  readonly bucket: string;
  /** Key of the object root, without a final slash (see `objectRoot`). */
  readonly root: string;
}

/** The key of the inventory in a version's directory, or in the object root when `version` is null. */
export const inventoryKey = (root: string, version: string | null): string =>
  version === null ? `${root}/inventory.json` : `${root}/${version}/inventory.json`;

/** The key of the sidecar beside an inventory. */
export const sidecarKey = (root: string, version: string | null, algorithm = 'sha256'): string =>
  `${inventoryKey(root, version)}.${algorithm}`;
