import { userInfo } from 'node:os';
import { wordsFault } from '../command-fault.js';
import type { Session } from './verb.js';

/** In whose name a command works. */
export interface UsualAgent {
  readonly value: string;
  /** What names the agent. */
  readonly from: string;
  /** Whether somebody has chosen it. */
  readonly isSet: boolean;
}

/** What the surroundings of a command say of the agent. */
export type AgentSources = Pick<Session, 'environment' | 'userAgent'>;

const LONGEST_AGENT = 256;
/** Characters that no agent name may hold: invisible and direction-changing ones, and those that XML forbids. */
const NOT_IN_AGENT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFE\uFFFF]/u;

/** The name of an agent by the service's rule; `of` says what named it. Throws CommandFault. */
export const namedAgent = (typed: string, of: string): string => {
  const name = typed.trim();
  if (name === '' || name.length > LONGEST_AGENT || NOT_IN_AGENT.test(name) || /^\.+$/.test(name))
    throw wordsFault(`${of} ${typed} cannot be the name of an agent.`);
  return name;
};

/** The name of whoever is logged in at this computer, as far as it can be an agent. */
const loginName = (): string => {
  try {
    return namedAgent(userInfo().username, 'The login name');
  } catch {
    return 'unknown'; // an account without a name, as containers have
  }
};

/**
 * The agent by the environment, the settings of a folder, those of the user, or the login name at this computer, in this
 * order. Throws CommandFault.
 */
export const usualAgent = (
  { environment: { MUNIMENT_AGENT: variable = '' }, userAgent }: AgentSources,
  ofFolder: Session['userAgent'] = null,
): UsualAgent => {
  if (variable !== '') return { value: namedAgent(variable, 'MUNIMENT_AGENT'), from: 'MUNIMENT_AGENT', isSet: true };
  const ofSettings = ofFolder ?? userAgent;
  if (ofSettings === null) return { value: loginName(), from: 'login at this computer', isSet: false };
  const { name, from } = ofSettings;
  return { value: namedAgent(name, `agent in ${from}`), from, isSet: true };
};
