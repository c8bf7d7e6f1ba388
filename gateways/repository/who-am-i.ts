import { json, route, type Call, type Route } from '../http/route.js';

/** The identity of the caller; `depositBucket` is for callers without their own. */
export const whoAmI = (depositBucket: string): Route =>
  route('whoAmI', (call) => {
    const { actor, appId, depositBucket: own } = call.caller;
    return Promise.resolve(
      json(200, {
        name: actor?.agent ?? null,
        source: actor?.source ?? 'unknown',
        appId,
        depositBucket: own ?? depositBucket,
        ...(actor === null ? { advice: adviceFor(call) } : {}),
      }),
    );
  });

/** What a caller without a name can do. */
const adviceFor = ({ caller: { appId }, header }: Call): string => {
  const known = appId === null ? '' : ` Or ask the operator to add the app id ${appId} to MUNIMENT_KNOWN_CLIENTS.`;
  const send =
    header('x-client-identity') === undefined
      ? 'send the header X-Client-Identity with every request, with a short name of the client that stays the same.'
      : 'X-Client-Identity must be sent once, and hold a name of 1 to 256 characters, none of them invisible.';
  return `The token names neither a user nor a known client, so every other request is refused with 401: ${send}${known}`;
};
