import { Readable } from 'node:stream';
import type { ObjectEntry, ObjectReader } from '../object-reader.js';
import type { FoundObject } from './found-objects.js';
import type { StorageRootEntry, StorageRootReader } from './storage-root-reader.js';

/**
 * The files of an object, by path below its root: as stored, or as they will be once a decided version is published.
 */
export interface ObjectFiles {
  readonly entries: ReadonlyMap<string, StorageRootEntry>;
  readonly reader: ObjectReader;
}

/** A file that replaces a stored one, or is added. */
export interface Overlay {
  readonly path: string;
  readonly size: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The stored object, without the paths that are `hidden`, and with the overlays. */
export const objectFiles = (
  source: Pick<StorageRootReader, 'open'>,
  { root, entries }: FoundObject,
  hidden: (path: string) => boolean = () => false,
  overlays: readonly Overlay[] = [],
): ObjectFiles => {
  const laid = new Map(overlays.map((overlay) => [overlay.path, overlay]));
  const there = new Map<string, StorageRootEntry>();
  for (const entry of entries) {
    const path = entry.key.slice(root.length + 1);
    if (!hidden(path)) there.set(path, entry);
  }
  for (const { path, size } of overlays) there.set(path, { key: `${root}/${path}`, kind: 'file', size });
  return {
    entries: there,
    reader: {
      entries: () => Readable.from([...there].map(([path, { kind }]): ObjectEntry => ({ path, kind }))),
      open: (path) => laid.get(path)?.open() ?? source.open(`${root}/${path}`),
    },
  };
};
