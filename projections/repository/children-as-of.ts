import type { Position } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
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
  /** The generation of the view and its position, separated by a space; null while it is not complete. */
  readonly state: () => Promise<string | null>;
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
    const [generation, at = ''] = ((await state()) ?? '').split(' ');
    if (at < position) throw behind();
    for (let after: string | null = null; ;) {
      const found = await taken(container, { after, limit: PAGE });
      if ((await state())?.split(' ')[0] !== generation) throw behind();
      for (const { path } of found) yield path;
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) return;
      after = last.escapedPath;
    }
  };
