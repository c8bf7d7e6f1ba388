/** What can be read of an element, whatever holds it; `E` is the kind of element itself. */
export interface Readable<E> {
  /** The local name. */
  readonly name: string;
  /** The namespace's URI; empty for none. */
  readonly namespace: string;
  /** All text inside, without comments. */
  readonly text: string;
  /** The value of an attribute; null where the element does not have it. */
  attribute(name: string, namespace?: string): string | null;
  /** The first child element, or the first of one name; undefined when there is none. */
  element(namespace?: string, name?: string): E | undefined;
  /** The child elements, or those of one name. */
  elements(namespace?: string, name?: string): readonly E[];
}
