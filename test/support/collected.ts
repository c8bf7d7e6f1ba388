/** All that comes, in its order. */
export const collected = async <Item>(items: AsyncIterable<Item> | Iterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};
