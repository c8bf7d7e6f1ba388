import type { Dependencies } from '../../commands/core/dependencies.js';
import type { Intent } from '../../commands/core/intent.js';
import { timestampOf } from '../../events/time.js';
import type { Call } from '../http/route.js';

/** The intent behind a request, as commands record it. */
export const intentOf = (dependencies: Pick<Dependencies, 'now'>, call: Call): Intent => ({
  commandId: call.commandId,
  correlationId: call.correlationId,
  actor: call.actor,
  at: timestampOf(dependencies.now()),
  ...(call.requestSha256 === undefined ? {} : { requestSha256: call.requestSha256 }),
});
