import type { AgentsView } from '../../../projections/agents/agents.js';
import { json, route, type Route } from '../../http/route.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { agentUri } from '../../uris/uris.js';

/** The URIs of all agents of deposits, sorted by name (companion 2.6). */
export const listAgents = (agents: AgentsView, baseUrls: BaseUrls): Route =>
  route('listAgents', async () => {
    const uris: string[] = [];
    for await (const name of agents.ofDeposits()) uris.push(agentUri(baseUrls.preservation, name));
    return json(200, uris);
  });
