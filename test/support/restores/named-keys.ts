import { sha256Of } from '../sha256.js';

/** The keys of the repository bucket with their bytes. */
export type Keys = ReadonlyMap<string, Buffer>;

const INVENTORY = /^(.*?)\/(?:(v\d+)\/)?inventory\.json$/;
const SIDECAR = /\.sha(?:256|512)$/;

const manifestOf = (bytes: Buffer): readonly string[] | null => {
  try {
    const { manifest } = JSON.parse(bytes.toString()) as { readonly manifest: Readonly<Record<string, string[]>> };
    return Object.values(manifest).flat();
  } catch {
    return null;
  }
};

/**
 * Which keys must never go, by an own reading of OCFL: what an inventory names, the inventories themselves, and everything
 * below the version of an inventory that does not agree with its sidecar, or of which the sidecar alone is there.
 */
export const keepsKey = (keys: Keys): ((key: string) => boolean) => {
  const named = new Set<string>();
  const folders: string[] = [];
  for (const key of keys.keys()) {
    const place = INVENTORY.exec(key.replace(SIDECAR, ''));
    if (place === null) continue;
    named.add(key);
    const [inventory = '', root = '', version] = place;
    const content = keys.get(inventory);
    const sidecar = keys.get(`${inventory}.sha256`)?.toString().split(' ')[0];
    const manifest = content === undefined ? null : manifestOf(content);
    if (content === undefined || manifest === null || sha256Of(content) !== sidecar)
      folders.push(version === undefined ? `${root}/` : `${root}/${version}/`);
    for (const path of manifest ?? []) named.add(`${root}/${path}`);
  }
  return (key) => named.has(key) || folders.some((folder) => key.startsWith(folder));
};
