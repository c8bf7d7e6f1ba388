import type { Position } from '../../../events/envelope.js';
import { route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { logCursorOf, positionOf } from './cursor.js';
import { emptyHistory, historyAnswer, type HistoryQuery, type HistorySubject } from './history-answer.js';

/** The streams that have a history. */
const CATEGORIES = ['archivalGroup', 'container', 'deposit'];

/** What happened to all deposits, containers and archival groups, newest first. An addition of ours. */
export const getActivity = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getActivity', async (call) => {
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
    return (await historyAnswer(on, subject, call)) ?? emptyHistory(subject, call);
  });
