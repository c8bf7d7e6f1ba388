import { escapePath, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';

/** Resources of one container in the ordinal order of their ids (companion 2.2), which hold escaped names. */
export function* sortById<Item>(items: readonly Item[], pathOf: (item: Item) => RepositoryPath): SlicedWork<Item[]> {
  const escaped: { readonly id: string; readonly item: Item }[] = [];
  yield* eachSliced(items, (item) => escaped.push({ id: escapePath(pathOf(item)), item }));
  return sortByUtf8(escaped, ({ id }) => id).map(({ item }) => item);
}
