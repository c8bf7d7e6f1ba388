import { escapeName } from '../paths/repository-path.js';
import type { VersionUser } from './inventory/inventory.js';

/** The OCFL user of a version for an agent's name. */
export const versionUser = (agent: string): VersionUser => ({
  name: agent,
  address: `info:repo/agents/${escapeName(agent)}`,
});
