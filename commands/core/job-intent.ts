import { uuidV5 } from '../../events/ids.js';
import { timestampOf } from '../../events/time.js';
import type { Dependencies } from './dependencies.js';
import type { Intent } from './intent.js';

type JobIntent = (dependencies: Pick<Dependencies, 'now'>, jobId: string, step: string, agent: string) => Intent;

/**
 * The intent of a step of a job of this kind; its id depends on the kind, the job and the step, so that any process may
 * repeat it.
 */
const jobIntent =
  (kind: 'import' | 'export'): JobIntent =>
  ({ now }, jobId, step, agent) => ({
    commandId: uuidV5(`${kind} ${jobId}: ${step}`),
    correlationId: jobId,
    actor: { agent, source: 'platform', appId: null },
    at: timestampOf(now()),
  });

export const importIntent = jobIntent('import');
export const exportIntent = jobIntent('export');
