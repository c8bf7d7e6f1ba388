import type { AgentsView } from '../../../projections/agents/agents.js';
import { notFound } from '../../http/answer/problem.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { agentUri } from '../../uris/uris.js';

/** An agent (companion 2.6); 404 for a name that nothing is attributed to. */
export const getAgent = (agents: AgentsView, baseUrls: BaseUrls): Route =>
  route('getAgent', async ({ params }) => {
    const name = pathParameter({ params }, 'agentName');
    if (!(await agents.isKnown(name))) return notFound(`Agent ${name} not found`);
    return json(200, { id: agentUri(baseUrls.preservation, name), type: 'Agent', name });
  });
