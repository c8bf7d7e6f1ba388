import type { Refusal } from '../commands/decider.js';
import type { RepositoryPath } from '../formats/paths/repository-path.js';
import { refusalAnswer } from './refusal-answer.js';
import { resourceUri } from './rendering/uris.js';
import type { Answer } from './route.js';

/**
 * Why an import is refused, as its service says it: that another job is unfinished is told with the group's URI
 * (companion 17.1), of which commands know the path alone.
 */
export const importRefusal = (base: string, group: RepositoryPath, refusal: Refusal): Answer => {
  const { code, detail } = refusal;
  if (code !== 'import-active' || !detail.endsWith(group)) return refusalAnswer(refusal);
  return refusalAnswer({
    ...refusal,
    detail: detail.slice(0, detail.length - group.length) + resourceUri(base, group),
  });
};
