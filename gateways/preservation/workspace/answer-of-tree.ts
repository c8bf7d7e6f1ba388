import { pause } from '../../../flow/pause.js';
import { asynchronousAfter } from '../../http/request/prefer.js';
import { json, pathParameter, type Answer, type Call } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositTree, DepositTrees } from './kept-trees.js';

/**
 * An answer from the tree of a deposit. For a caller who prefers so, 202 with the progress where the tree takes longer to be made
 * than the caller waits. A workspace that is to be listed again is waited for in any case: each request would list it anew.
 */
export const answerOfTree = async (
  trees: DepositTrees,
  call: Pick<Call, 'params' | 'header' | 'holder' | 'inTime'>,
  { fresh }: { readonly fresh: boolean },
  answer: (depositId: string, tree: DepositTree) => Promise<Answer>,
): Promise<Answer> => {
  const depositId = pathParameter(call, 'depositId');
  const opening = trees.open(depositId, { fresh, holder: call.holder });
  const waitMs = fresh ? null : asynchronousAfter(call.header('prefer'));
  const opened = await (waitMs === null
    ? opening
    : Promise.race([opening, pause(waitMs, call.inTime()).then(() => null)]));
  if (opened === null) return json(202, { type: 'TreeProgress', ...trees.progressOf(depositId) }, BEING_MADE);
  return opened.ok ? answer(depositId, opened.value) : refusalAnswer(opened.refusal);
};

const BEING_MADE = { 'Preference-Applied': 'respond-async', 'Retry-After': '0' };
