/** A lazy list for an answer: each item is rendered when it is written (json-text.ts). */
export const lazyList =
  <T>(items: () => Iterable<T>, render: (item: T) => object): (() => Iterable<object>) =>
  () =>
    rendered(items(), render);

function* rendered<T>(items: Iterable<T>, render: (item: T) => object): Generator<object> {
  for (const item of items) yield render(item);
}
