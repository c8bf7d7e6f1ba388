import type { Call } from '../../http/route.js';

/** What a call to the storage service on behalf of a caller carries (companion 16.1). */
const FORWARDED = ['authorization', 'x-client-identity'] as const;

/** The headers by which the storage service identifies the caller, and the correlation id of the request. */
export const forwardedHeaders = (call: Call): Record<string, string> => ({
  'x-correlation-id': call.correlationId,
  ...Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = call.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});
