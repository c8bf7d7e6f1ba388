import type { XmlElement } from '../../xml/tree.js';
import { isAccepted, type MetsAgents } from '../model/agents.js';
import { MetsFault } from '../model/fault.js';
import { agentOf } from '../structure/heading.js';

/** Throws MetsFault `mets-not-editable` for a METS that the platform did not write (companion 6.2). */
export const requireEditable = (mets: XmlElement, agents: MetsAgents): void => {
  if (!isAccepted(agentOf(mets), agents))
    throw new MetsFault('mets-not-editable', `METS file was not created by ${agents.own}`);
};
