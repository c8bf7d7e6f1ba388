/** A list for an answer whose items are rendered as they are written (json-text.ts). */
export const lazyList =
  <T>(items: () => Iterable<T>, render: (item: T) => object): (() => Iterable<object>) =>
  () =>
    rendered(items(), render);

function* rendered<T>(items: Iterable<T>, render: (item: T) => object): Generator<object> {
  for (const item of items) yield render(item);
}
