import { activityRequest } from '../../activity/activity-request.js';
import { withoutValue, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { handle } from '../../core/handle.js';
import type { Intent } from '../../core/intent.js';

/** A stream for each request for an activity. */
export const activityRequestStream = (commandId: string): string => `activityRequest-${commandId}`;

/**
 * Records that an activity of an existing archival group is asked for (preservation 6.3); the announcer adds it to the
 * stream. Each request has a stream of its own, so that many at once do not hinder one another, and a repeated one
 * answers as the first did.
 */
export const requestActivity = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  archivalGroup: string,
): Promise<CommandResult<null>> =>
  withoutValue(
    await handle(dependencies, intent, {
      decider: activityRequest,
      stream: activityRequestStream(intent.commandId),
      command: { type: 'RequestActivity', archivalGroup },
    }),
  );
