import { refuse } from '../../../commands/core/decider.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { Answer } from '../../http/route.js';

const TEXTS = {
  'not-found': ['upload-not-found', 'The deposit has no unfinished upload with this id for this path.'],
  'wrong-parts': [
    'upload-parts-wrong',
    'The store does not have these parts: one is missing, is another one, is out of order, or is too small.',
  ],
  'wrong-digest': ['upload-digest-wrong', 'The parts together do not have this SHA-256. Nothing was stored.'],
} as const;

/** The answer where an upload is not there, or cannot be completed. */
export const uploadRefusal = (because: keyof typeof TEXTS): Answer => {
  const [code, detail] = TEXTS[because];
  return refusalAnswer(refuse(code, detail));
};
