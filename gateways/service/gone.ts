import { goneText } from '../../commands/reads/kind-at.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { problem } from '../http/answer/problem.js';
import type { Answer } from '../http/route.js';

/** For what was deleted (companion 3.1). */
export const gone = (path: RepositoryPath, title?: string): Answer =>
  problem(410, { ...(title === undefined ? {} : { title }), detail: goneText(path) });
