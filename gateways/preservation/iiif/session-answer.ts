import { findIiifSession, type IiifSession } from '../../../commands/iiif-sessions/iiif-sessions.js';
import { CHALLENGE, problem } from '../../http/answer/problem.js';
import type { Answer } from '../../http/route.js';
import type { OpenIiif } from './iiif-dependencies.js';

/** For a token that is not, or no longer, one of the deposit or group (companion 15.1). */
export const sessionExpired = (): Answer =>
  problem(
    401,
    { title: 'Session expired', detail: 'Open the deposit again from the preservation system.' },
    { 'WWW-Authenticate': CHALLENGE },
  );

/** The session of a token on a deposit or group, by its id, or the answer where there is none. */
export const sessionOf = async (
  { sessions }: Pick<OpenIiif, 'sessions'>,
  id: string,
  token: string,
): Promise<IiifSession | Answer> => (await findIiifSession(sessions, id, token)) ?? sessionExpired();

export const isAnswer = (value: object): value is Answer => 'status' in value;
