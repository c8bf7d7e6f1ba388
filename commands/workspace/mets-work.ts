import type { MetsAgents } from '../../formats/mets/model/agents.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { workInline } from '../../formats/mets/mets-work.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { refused, type Result } from '../../flow/result.js';

/** The function that does work on a METS for the holder; by default in the calling thread. */
export const metsWork =
  ({ mets = workInline, holder }: Pick<Dependencies, 'mets' | 'holder'>): typeof workInline =>
  (task, source, order) =>
    mets(task, source, order, holder);

/** The agents whose METS the platform may edit. */
export const agentsOf = ({ metsAgent }: Pick<Dependencies, 'metsAgent'>): MetsAgents => ({
  own: metsAgent.name,
  accepted: metsAgent.accepted,
});

/** The result of work on a METS, with its failure as a refusal. */
export const orFailureRefusal = <T>(result: Result<T, MetsFailure>): Result<T, Refusal> =>
  result.ok ? result : refused(failureRefusal(result.refusal));

/** The refusal for a METS that cannot be read or edited, or for an impossible edit; nothing was written. */
export const failureRefusal = ({ fault, done }: MetsFailure): Refusal => {
  if (fault.code === 'mets-not-editable') return refuse(fault.code, fault.message);
  const isUnclear = done === null || fault.code === 'mets-path-twice';
  return refuse(isUnclear ? 'mets-unreadable' : 'mets-edit-impossible', fault.message);
};
