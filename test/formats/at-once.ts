import { applyPlan as applying, type PlanOutcome } from '../../formats/group-state/apply-plan.js';
import { nextVersion as making, type NextVersion } from '../../formats/ocfl/new-version/next-version.js';
import { atOnce } from '../../formats/turns.js';

/** `applyPlan` without turns. */
export const applyPlan = (...plan: Parameters<typeof applying>): PlanOutcome => atOnce(applying(...plan));

/** `nextVersion` without turns. */
export const nextVersion = (...version: Parameters<typeof making>): NextVersion => atOnce(making(...version));
