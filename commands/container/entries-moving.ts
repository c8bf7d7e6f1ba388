import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** How many children of a container have entries of their own already. */
export interface MovingProgress {
  readonly path: RepositoryPath;
  readonly done: number;
  /** Null before they are counted. */
  readonly of: number | null;
}

/**
 * The children of a large container of an earlier version are being given entries of their own: nothing can be changed
 * in it meanwhile. The same call succeeds once they have.
 */
export class EntriesMoving extends Error {
  override name = 'EntriesMoving';
  readonly code = 'entries-moving';
  readonly transient = true;
  constructor({ path, done, of }: MovingProgress) {
    const counted = of === null ? 'they are being counted' : `${done} of ${of} are done`;
    super(`What is in /${path} is being moved to the form of this version: ${counted}.`);
  }
}
