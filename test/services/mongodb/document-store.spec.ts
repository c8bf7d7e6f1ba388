import { expect } from 'chai';
import type { Document } from 'mongodb';
import type { Position } from '../../../events/envelope.js';
import { agents } from '../../../projections/agents/agents.js';
import { archivableDeposits } from '../../../projections/archivable-deposits/archivable-deposits.js';
import type { CollectionShape } from '../../../projections/documents.js';
import { deposits } from '../../../projections/deposits/deposits.js';
import { pipelineRuns } from '../../../projections/pipeline-runs/pipeline-runs.js';
import { jobs } from '../../../projections/jobs/jobs.js';
import { repository } from '../../../projections/repository/repository.js';
import { documentStoreContract } from '../../contracts/document-store.contract.js';
import { onEachServer, temporaryDatabase } from './servers.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const generation = { number: 1, version: 1 };

/** Every stage of a plan, the innermost last. */
const stagesOf = (plan: Document): string[] => {
  const inner = [plan['inputStage'], ...((plan['inputStages'] ?? []) as unknown[])];
  const stages = inner.flatMap((stage) => (stage === undefined ? [] : stagesOf(stage as Document)));
  return [String(plan['stage']), ...stages];
};

onEachServer((what, url) => {
  documentStoreContract(what, () => {
    const database = temporaryDatabase(url());
    return Promise.resolve({
      store: database.store,
      reopen: () => Promise.resolve(database.another()),
      close: database.close,
    });
  });

  describe(`the plans of declared queries on ${what}`, () => {
    const projections = [repository, jobs, agents, archivableDeposits, deposits, pipelineRuns];
    const shapes: CollectionShape[] = projections.map(({ shape }) => shape);
    for (const shape of shapes) {
      for (const [name, query] of Object.entries(shape.queries)) {
        const isSorted = name.startsWith('sorted');
        it(`answers ${shape.name}.${name} from an index, without a scan${isSorted ? '' : ' and without a sort'}`, async () => {
          const database = temporaryDatabase(url());
          const documents = await database.store.prepare<{ path: string; parent: string; shown: boolean }>(
            shape,
            generation,
          );
          await documents.save(
            Array.from({ length: 100 }, (_, index) => ({
              key: `a/${index}`,
              position: at(index + 1),
              doc: index % 10 === 0 ? null : { path: `a/${index}`, parent: 'a', shown: index % 2 === 0 },
            })),
          );
          const { queryPlanner } = (await database.store.explain(shape, generation, query)) as {
            queryPlanner: { winningPlan: Document };
          };
          await database.close();
          const stages = stagesOf(queryPlanner.winningPlan);
          expect(stages).to.include('IXSCAN');
          expect(stages).not.to.include('COLLSCAN');
          if (!isSorted) expect(stages).not.to.include('SORT');
        });
      }
    }
  });
});
