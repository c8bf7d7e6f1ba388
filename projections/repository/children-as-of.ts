import type { Position } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { ViewState } from '../read-view.js';
import type { TakenChildren } from './repository.js';

/** The repository view has not read the log as far as is needed. The same call may succeed later. */
export class ViewBehind extends Error {
  override name = 'ViewBehind';
  readonly code = 'view-behind';
  readonly transient = true;
}

/** What the view shows, and how far it has read the log. */
export interface ChildrenSource {
  readonly taken: TakenChildren;
  /** Resolves to true once the view includes everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** What the view shows; null while it is not complete. */
  readonly state: () => Promise<ViewState | null>;
  readonly timeoutMs: number;
}

const PAGE = 100;

/**
 * The paths in a container that exist or are reserved, as of a position of the log or later. Rejects with a transient
 * fault where the view has not come that far in time, or where another generation of it, which may be further behind,
 * came in its place while it was read.
 */
export const childrenAsOf = ({ taken, reached, state, timeoutMs }: ChildrenSource) =>
  async function* (container: RepositoryPath, position: Position): AsyncGenerator<RepositoryPath> {
    const behind = (): ViewBehind =>
      new ViewBehind(`The repository view has not read the log up to ${position} within ${timeoutMs} ms.`);
    if (!(await reached(position, timeoutMs))) throw behind();
    const before = await state();
    if (before === null || (before.position ?? '') < position) throw behind();
    for (let after: string | null = null; ;) {
      const found = await taken(container, { after, limit: PAGE });
      if ((await state())?.generation !== before.generation) throw behind();
      for (const { path } of found) yield path;
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) return;
      after = last.escapedPath;
    }
  };
