import { applyPlan as applying, type PlanOutcome } from '../../formats/group-state/apply-plan.js';
import { nextVersion as making, type NextVersion } from '../../formats/ocfl/new-version/next-version.js';
import { runToEnd } from '../../flow/slices.js';

/** `applyPlan` to its end. */
export const applyPlan = (...plan: Parameters<typeof applying>): PlanOutcome => runToEnd(applying(...plan));

/** `nextVersion` to its end. */
export const nextVersion = (...version: Parameters<typeof making>): NextVersion => runToEnd(making(...version));
