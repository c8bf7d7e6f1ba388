import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import type { Inventory } from '../../formats/ocfl/inventory/inventory.js';
import { versionName, versionNumber } from '../../formats/ocfl/version-name.js';

interface Held {
  readonly digest: string;
  readonly since: number;
  /** The last version that has it. */
  readonly until: number;
}

/** The version in which each of the paths got the bytes that it has in a version, as the inventory tells it. */
export function* sinceInHistory(
  { versions }: Pick<Inventory, 'versions'>,
  version: number,
  paths: ReadonlySet<string>,
): SlicedWork<ReadonlyMap<string, number>> {
  const held = new Map<string, Held>();
  for (const [name, { state }] of versions) {
    const number = versionNumber(name) ?? 0;
    yield* eachSliced(state, ([digest, named]) => {
      for (const path of named) if (paths.has(path)) held.set(path, heldNow(held.get(path), digest, number));
    });
    if (name === versionName(version)) break;
  }
  return new Map([...held].map(([path, { since }]) => [path, since]));
}

const heldNow = (before: Held | undefined, digest: string, version: number): Held =>
  before?.digest === digest && before.until === version - 1
    ? { ...before, until: version }
    : { digest, since: version, until: version };
