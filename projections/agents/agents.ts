import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact } from '../../events/container.js';
import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { PlatformJobFact } from '../../events/platform-job.js';
import { agentName } from '../../formats/agents/agent-name.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

/** An agent by its name, which is the key. */
export interface AgentDocument {
  readonly name: string;
  /** Whether it has created, changed, preserved or exported a deposit, whatever became of the deposit since. */
  readonly ofDeposits: boolean;
}

type AgentFact = DepositFact | ContainerFact | ArchivalGroupFact | PlatformJobFact;

/** Facts of deposits that make nobody its creator, last modifier, preserver or exporter. */
const WITHOUT_ROLE: ReadonlySet<string> = new Set<DepositFact['type']>([
  'DepositLocked',
  'DepositLockSeized',
  'DepositUnlocked',
  'ImportJobAccepted',
  'PipelineRunQueued',
  'PipelineRunClaimed',
  'PipelineMetadataCreated',
  'PipelineRunCompleted',
  'PipelineRunFailed',
  'PipelineRunForceCompleted',
  'JobHeld',
  'JobHoldReleased',
  'JobPriorityChanged',
  'DepositDeleted',
]);

const namesIn = (fact: AgentFact): readonly string[] => {
  const { data } = fact;
  const by = agentName('by' in data ? data.by : null);
  const creator = fact.type === 'ImportAdmitted' ? agentName(fact.data.request.createdBy) : null;
  const canceller = agentName('cancelledBy' in data ? (data.cancelledBy ?? null) : null);
  return [...new Set([by, creator, canceller])].filter((name) => name !== null);
};

const isOfDeposit = ({ stream, type }: RecordedFact<AgentFact>): boolean =>
  stream.startsWith('deposit-') && !WITHOUT_ROLE.has(type);

const ofDeposits = (after: string | null, limit: number): Query => ({
  where: { all: [{ field: 'ofDeposits', is: true }, ...(after === null ? [] : [{ field: 'name', above: after }])] },
  sort: [{ field: 'name' }],
  limit,
});

/** Everyone that a fact of a deposit, a container, an archival group or a job of the platform names, for `GET /agents`. */
export const agents: Projection<AgentFact, AgentDocument> = {
  shape: {
    name: 'agents',
    indexes: [['ofDeposits', 'name']],
    queries: { ofDeposits: ofDeposits(null, 10), next: ofDeposits('ann', 10) },
  },
  version: 3,
  categories: ['deposit', 'container', 'archivalGroup', 'job'],
  touches: (fact: RecordedFact<AgentFact>): readonly Touch<AgentDocument>[] => {
    const isNow = isOfDeposit(fact);
    return namesIn(fact).map((name) => ({
      key: name,
      apply: (doc) => ({ name, ofDeposits: isNow || doc?.ofDeposits === true }),
    }));
  },
};

const PAGE = 1_000;

/** The queries of the view. */
export interface AgentsView {
  /** Whether a fact names this agent. */
  isKnown(name: string): Promise<boolean>;
  /** The names of all agents of deposits, in the order of their UTF-8 bytes; read page by page. */
  ofDeposits(): AsyncIterable<string>;
}

/** The queries over the view's documents. */
export const agentsView = (documents: ReadableDocuments<AgentDocument>, page: number = PAGE): AgentsView => ({
  isKnown: async (name) => (await documents.get(name)) !== null,
  ofDeposits: async function* () {
    for (let after: string | null = null; ;) {
      const found: AgentDocument[] = await documents.find(ofDeposits(after, page));
      for (const { name } of found) yield name;
      if (found.length < page) return;
      after = found.at(-1)?.name ?? null;
    }
  },
});
