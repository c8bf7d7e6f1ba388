import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { Layout } from './layout.js';

/** The buckets of an open store, each with the layout that keeps its objects. */
export class Buckets {
  readonly names: readonly string[];
  readonly #layouts: ReadonlyMap<string, Layout>;
  #closed = false;

  constructor(layouts: ReadonlyMap<string, Layout>) {
    this.names = [...layouts.keys()];
    this.#layouts = layouts;
  }

  /** Throws `bucket-not-found`, and `store-unavailable` once the store is closed. */
  layoutOf(bucket: string): Layout {
    if (this.#closed) throw new ByteStoreFault('store-unavailable', 'the object store is closed');
    const layout = this.#layouts.get(bucket);
    if (layout === undefined) throw new ByteStoreFault('bucket-not-found', `there is no bucket ${bucket}`);
    return layout;
  }

  /** False where they were closed before. */
  close(): boolean {
    const wasOpen = !this.#closed;
    this.#closed = true;
    return wasOpen;
  }
}
