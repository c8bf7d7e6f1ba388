import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { RELAYED } from '../../workers/relay.js';
import { projectRoot } from './project-root.js';

interface WrittenFact {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly schema: number };
}

const folder = join(projectRoot, 'test', 'fixtures', 'events');

/** The category of stream in which a fact of this type stands; by the words its types begin with. */
const categoryOfType = (type: string): string => {
  if (type.endsWith('Announced')) return 'activityStream';
  if (type === 'ArchivalGroupUpdateRequested') return 'activityRequest';
  const ledger =
    /^(?:DepositAdmitted|DepositReleased|ImportA|ImportContentBegun|ImportLease|ImportStarted|Version|ExportRequested|ExportStarted|ExportLease|ExportFinished|ExportAbandoned)/;
  if (ledger.test(type)) return 'archivalGroup';
  if (/^(?:Deposit|Mets|ArchiveJob|ImportJobAccepted|ImportJobDeclined|ImportJobSettled)/.test(type)) return 'deposit';
  if (/^(?:Child|Container)/.test(type)) return 'container';
  if (type.startsWith('Export')) return 'export';
  if (type.startsWith('ImportJob')) return 'importJob';
  if (type.startsWith('ImportPlan')) return 'importPlan';
  if (/^Pipeline(?:RunOpened|ToolsRecorded|RunProgressed|FindingsRecorded)/.test(type)) return 'pipelineRun';
  if (type.startsWith('Pipeline')) return 'deposit';
  return type.startsWith('Lease') ? 'lease' : 'checkpoint';
};

/** Every fact type that is relayed, as the golden file of today's shape has it, somewhere in a stream of its category. */
export const relayedGoldenFacts = (): { readonly category: string; readonly fact: RecordedFact }[] => {
  const codec = createCodec(catalogue);
  return readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WrittenFact)
    .filter(({ type, metadata }) => metadata.schema === codec.schemaOf(type))
    .map(({ id, type, data, metadata }) =>
      codec.decode({ id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) }),
    )
    .map((fact) => ({ category: categoryOfType(fact.type), fact }))
    .filter(({ category }) => RELAYED.some((relayed) => relayed === category))
    .map(({ category, fact }) => ({
      category,
      fact: { ...fact, stream: `${category}-k7mp2xqa9dtw`, revision: 7n, position: '00000000000000000041' as Position },
    }));
};
