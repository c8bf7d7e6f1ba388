import type { MetsAgents } from '../../formats/mets/agents.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { workInline, type MetsWork } from '../../formats/mets/tasks/mets-work.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Services } from '../core/services.js';
import { refused, success, type Result } from '../../flow/result.js';

/** Where work on a METS is done. */
export const metsWork = ({ mets = workInline }: Pick<Services, 'mets'>): MetsWork => mets;

/** Who counts as the platform. */
export const agentsOf = ({ metsAgent }: Pick<Services, 'metsAgent'>): MetsAgents => ({
  own: metsAgent.name,
  accepted: metsAgent.accepted,
});

/** What work on a METS came to, for the caller. */
export const orFailureRefusal = <T extends object>(result: T | MetsFailure): Result<T, Refusal> =>
  'fault' in result ? refused(failureRefusal(result)) : success(result);

/** A METS or an edit at fault, as the caller is told of it; nothing was written. */
export const failureRefusal = ({ fault, done }: MetsFailure): Refusal => {
  if (fault.code === 'mets-not-editable') return refuse(fault.code, fault.message);
  const isUnclear = done === null || fault.code === 'mets-path-twice';
  return refuse(isUnclear ? 'mets-unreadable' : 'mets-edit-impossible', fault.message);
};
