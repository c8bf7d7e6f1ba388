import type { Attempt } from './attempt.js';

/** The existing keys of a version of the object, with their sizes in bytes. */
export const listContent = ({ dependencies, object, step }: Attempt, version: string): Promise<Map<string, number>> =>
  step('list-content', async () => {
    const sizes = new Map<string, number>();
    for await (const { key, size } of dependencies.bytes.list(object.bucket, `${object.root}/${version}/`))
      sizes.set(key, size);
    return sizes;
  });
