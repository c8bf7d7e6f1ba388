import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { NewFact, Position, RecordedFact } from '../../../events/envelope.js';
import { isSteeringFact } from '../../../commands/core/steering.js';
import { isPublished, RELAYED } from '../../../workers/relay.js';
import { projectRoot } from '../project-root.js';

interface WrittenFact {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly schema: number };
}

const folder = join(projectRoot, 'test', 'fixtures', 'events');

/** By the words that types of facts begin with, the category of streams in which they stand; the first that fits. */
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/Announced$/, 'activityStream'],
  [/^ArchivalGroupUpdateRequested$/, 'activityRequest'],
  [/^(?:Deposit(?:Admitted|Released)|Job(?:Held|HoldReleased|PriorityChanged))/, 'archivalGroup'],
  [
    /^(?:Version|Import(?:A|ContentBegun|Lease|Started)|Export(?:Requested|Started|Lease|Finished|Abandoned))/,
    'archivalGroup',
  ],
  [/^(?:Deposit|Mets|ArchiveJob|ImportJob(?:Accepted|Declined|Settled))/, 'deposit'],
  [/^(?:Child|Container)/, 'container'],
  [/^Export/, 'export'],
  [/^ImportJob/, 'importJob'],
  [/^ImportPlan/, 'importPlan'],
  [/^Pipeline(?:RunOpened|ToolsRecorded|RunProgressed|FindingsRecorded)/, 'pipelineRun'],
  [/^Pipeline/, 'deposit'],
  [/^JobAdmitted$/, 'jobTarget'],
  [/^Job/, 'job'],
  [/^Lease/, 'lease'],
];

const categoryOfType = (type: string): string => CATEGORIES.find(([words]) => words.test(type))?.[1] ?? 'checkpoint';

/** The golden facts about steering are those of an archival group; deposits and jobs of the platform have them, too. */
const elsewhere = (fact: NewFact) => {
  const { path: _path, ...data } = { path: null, ...fact.data };
  return [
    { category: 'deposit', fact: { ...fact, data: { depositId: 'k7mp2xqa9dtw', ...data } } },
    { category: 'job', fact: { ...fact, data } },
  ];
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
    .flatMap((each) => (isSteeringFact(each.fact) ? [each, ...elsewhere(each.fact)] : [each]))
    .filter(({ category, fact }) => RELAYED.some((relayed) => relayed === category) && isPublished(fact))
    .map(({ category, fact }) => ({
      category,
      fact: { ...fact, stream: `${category}-k7mp2xqa9dtw`, revision: 7n, position: '00000000000000000041' as Position },
    }));
};
