import type { Position } from '../../../events/envelope.js';
import { route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { logCursorOf, positionOf } from './cursor.js';
import { TimeFault, utcTime } from '../../http/request/utc-time.js';
import { badRequest } from '../../http/answer/problem.js';
import { logBefore } from './log-before.js';
import {
  emptyHistory,
  historyAnswer,
  type Beginning,
  type HistoryQuery,
  type HistorySubject,
} from './history-answer.js';

interface ActivityQuery extends HistoryQuery {
  /** Only what happened before this time. */
  readonly before?: string;
}

/** The streams that have a history. */
const CATEGORIES = ['archivalGroup', 'container', 'deposit'];

/** What happened to all deposits, containers and archival groups, newest first. An addition of ours. */
export const getActivity = (on: DepositDependencies): Route =>
  route<ActivityQuery>('getActivity', async (call) => {
    const { events } = on.dependencies;
    const subject: HistorySubject<Position> = {
      source: {
        read: (from, limit) => events.readAll({ before: from ?? 'end', categories: CATEGORIES, limit }),
        placeAfter: ({ position }) => position,
      },
      cursorOf: logCursorOf,
      placeOf: positionOf,
      of: on.baseUrls.preservation,
      address: `${on.baseUrls.preservation}/activity`,
    };
    try {
      return (await historyAnswer(on, subject, call, await beginningOf(on, call.query))) ?? emptyHistory(subject, call);
    } catch (error) {
      if (error instanceof TimeFault) return badRequest(error.message);
      throw error;
    }
  });

/** Throws TimeFault for a date that does not exist. */
const beginningOf = async (
  on: DepositDependencies,
  { before, cursor }: ActivityQuery,
): Promise<Beginning<Position> | null> => {
  if (before === undefined) return null;
  const time = utcTime(before);
  return { before: time, place: cursor === undefined ? await logBefore(on, time) : null };
};
