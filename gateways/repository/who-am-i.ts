import { json, route, type Route } from '../route.js';

/** How the caller is seen; `depositBucket` is where its deposits are made. */
export const whoAmI = (depositBucket: string): Route =>
  route('whoAmI', ({ actor }) =>
    Promise.resolve(json(200, { name: actor.agent, source: actor.source, appId: actor.appId, depositBucket })),
  );
