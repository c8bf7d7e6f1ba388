import { json, route, type Route } from '../http/route.js';

/** How the caller is seen; `depositBucket` is where its deposits are made, the platform's where it has none. */
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
