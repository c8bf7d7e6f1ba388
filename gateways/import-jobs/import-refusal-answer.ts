import type { Refusal } from '../../commands/core/decider.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { resourceUri } from '../uris/uris.js';
import type { Answer } from '../http/route.js';

/** The answer for a refused import, with the group's URI on the service at `base` (companion 17.1). */
export const importRefusalAnswer = (base: string, refusal: Refusal): Answer => {
  const { archivalGroup, detail } = refusal;
  return refusalAnswer(
    archivalGroup === undefined ? refusal : { ...refusal, detail: `${detail} ${resourceUri(base, archivalGroup)}` },
  );
};
