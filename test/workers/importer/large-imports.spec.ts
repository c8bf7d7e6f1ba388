import { expect } from 'chai';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { importJobs } from '../../../workers/importer/importer.js';
import type { BeginLargeWork } from '../../../workers/large-work.js';
import { outcomeOf } from '../support/import-once.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { openRepository, type Repository } from '../support/repository.js';

describe('the work of an import on its files', () => {
  let repository: Repository;
  beforeEach(async () => {
    repository = await openRepository();
  });
  afterEach(() => repository.close());

  /** Imports, and answers what was told of the work, and the outcome. */
  const toldOf = async (operations: readonly PlannedOperation[]): Promise<(string | number)[]> => {
    const { dependencies } = repository;
    const told: (string | number)[] = [];
    const beginLargeWork: BeginLargeWork = (files) => {
      told.push(files);
      return () => told.push('ended');
    };
    const claimable = () => Promise.resolve([]);
    const kind = importJobs({ dependencies, identity: identityOf('one'), log: silent, claimable, beginLargeWork });
    const task = await repository.submit('letters/1911', operations);
    const correlated = { ...task, correlationId: await kind.correlation(task) };
    const epoch = await kind.claim(correlated, await kind.holding(task));
    await kind.work(correlated, epoch ?? -1, new AbortController().signal);
    return [...told, await outcomeOf(dependencies, task)];
  };

  it('is told with the number of its operations, and told to have ended', async () => {
    const files = [await repository.put('add-binary', 'one', 'one'), await repository.put('add-binary', 'two', 'two')];
    expect((await toldOf(files)).slice(0, -1)).to.deep.equal([2, 'ended']);
  });

  it('is told to have ended where it has failed', async () => {
    expect((await toldOf([{ op: 'delete-binary', path: 'absent' }])).slice(0, -1)).to.deep.equal([1, 'ended']);
  });
});
