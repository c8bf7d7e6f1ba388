import { escapePath, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { sortInTurns } from '../../formats/paths/utf8-order.js';
import { eachInTurns, type InTurns } from '../../formats/turns.js';

/** Resources of one container in the ordinal order of their ids (companion 2.2), in which names are escaped. */
export function* sortById<Item>(items: readonly Item[], pathOf: (item: Item) => RepositoryPath): InTurns<Item[]> {
  const escaped: { readonly id: string; readonly item: Item }[] = [];
  yield* eachInTurns(items, (item) => escaped.push({ id: escapePath(pathOf(item)), item }));
  return (yield* sortInTurns(escaped, ({ id }) => id)).map(({ item }) => item);
}
