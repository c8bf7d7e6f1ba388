import { escapeName } from '../paths/repository-path.js';
import type { VersionUser } from './inventory/inventory.js';

/** How an agent signs a version. */
export const versionUser = (agent: string): VersionUser => ({
  name: agent,
  address: `info:repo/agents/${escapeName(agent)}`,
});
