import { CHALLENGE, problem } from './answer/problem.js';
import type { Answer } from './route.js';

const unauthorized = (detail: string, challenge: string): Answer =>
  problem(401, { detail }, { 'WWW-Authenticate': challenge });

/** For a request without a token: the challenge alone, without an error (RFC 6750 3.1). */
export const tokenWanted = (detail: string): Answer => unauthorized(detail, CHALLENGE);

/** For an invalid token; `why` is plain ASCII without quotation marks. */
export const tokenRefused = (why: string): Answer =>
  unauthorized(why, `${CHALLENGE}, error="invalid_token", error_description="${why}"`);

/** For a caller with a valid token but without a name (preservation 5): `/whoami` says what to do. */
export const unattributable = (): Answer => ({
  status: 401,
  headers: { 'WWW-Authenticate': CHALLENGE, Link: '</whoami>; rel="help"' },
  content: {
    kind: 'text',
    text: 'Unauthorized: No valid user name or machine header',
    mediaType: 'text/plain; charset=utf-8',
  },
});
