import { json, route, type Route } from '../http/route.js';

/** The identity of the caller; `depositBucket` is for callers without their own. */
export const whoAmI = (depositBucket: string): Route =>
  route('whoAmI', ({ caller: { actor, appId, depositBucket: own } }) =>
    Promise.resolve(
      json(200, {
        name: actor?.agent ?? null,
        source: actor?.source ?? 'unknown',
        appId,
        depositBucket: own ?? depositBucket,
      }),
    ),
  );
