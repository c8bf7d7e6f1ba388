import type { Refusal } from '../../commands/core/decider.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { resourceUri } from '../uris/uris.js';
import type { Answer } from '../http/route.js';

/** Why an import is refused, as the service at `base` says it: with the URI that a group has there (companion 17.1). */
export const importRefusalAnswer = (base: string, refusal: Refusal): Answer => {
  const { archivalGroup, detail } = refusal;
  return refusalAnswer(
    archivalGroup === undefined ? refusal : { ...refusal, detail: `${detail} ${resourceUri(base, archivalGroup)}` },
  );
};
