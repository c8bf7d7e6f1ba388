import { expect } from 'chai';
import { addToMets } from '../../../commands/mets-edits/add-to-mets.js';
import { activateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { beginArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { importDeposit } from '../../../commands/processes/imports/import-deposit.js';
import { lockDeposit, unlockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { openDepositMets } from '../../../commands/workspace/deposit-mets.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { valueOf } from '../../support/value-of.js';
import {
  asked,
  finish,
  GROUP,
  LIMIT,
  openBench,
  preservedDeposit,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';

type Request = (bench: ArchiveBench, depositId: string, deposit: Deposit) => Promise<CommandResult<unknown>>;

const diff = { importJob: null, originalImportJob: null, suppressActivityStreamEvent: false, createdBy: 'ann' };

describe('a deposit whose archive job is under way', () => {
  let bench: ArchiveBench;
  let deposit: Deposit;
  before(async () => {
    bench = await openBench();
    deposit = await preservedDeposit(bench, { files: { 'objects/a.txt': 'one' } });
    const { depositId } = deposit;
    const { dependencies } = bench;
    valueOf(await beginArchiving(dependencies, asked(dependencies), { depositId, before: LIMIT, again: false }));
  });
  after(() => bench.world.close());

  const rows: readonly [string, Request][] = [
    ['its activation', ({ dependencies: on }, id) => activateDeposit(on, asked(on), id)],
    ['its deletion', ({ dependencies: on }, id) => deleteDeposit(on, asked(on), id)],
    [
      'a new description',
      ({ dependencies: on }, depositId) => describeDeposit(on, asked(on), { depositId, submissionText: 'x' }),
    ],
    [
      'another group',
      ({ dependencies: on }, depositId) => describeDeposit(on, asked(on), { depositId, archivalGroup: 'letters/2' }),
    ],
    ['a lock', ({ dependencies: on }, depositId) => lockDeposit(on, asked(on), { depositId, force: true })],
    [
      'a second archive job',
      ({ dependencies: on }, depositId) => beginArchiving(on, asked(on), { depositId, before: LIMIT, again: true }),
    ],
    [
      'an edit of its METS',
      async ({ dependencies: on }, depositId, { files }) => {
        const ifMatch = (await openDepositMets(on.bytes, { files }))?.etag ?? null;
        return addToMets(on, asked(on), { depositId, ifMatch, paths: ['objects/a.txt'], computing: null });
      },
    ],
    [
      'an import',
      ({ dependencies: on }, depositId) =>
        importDeposit(on, asked(on), {
          depositId,
          jobFor: () => Promise.resolve({ kind: 'diff', request: diff }),
          allowsSuppression: false,
        }),
    ],
  ];
  for (const [what, ask] of rows)
    it(`refuses ${what}, and names the job`, async () => {
      const before = await workspace(bench);
      const result = await ask(bench, deposit.depositId, deposit);
      expect(result.ok ? 'done' : result.refusal.code).to.equal('deposit-archiving');
      expect(result.ok ? null : result.refusal.holder?.what).to.match(/^archive job [a-z2-9]{12}$/);
      expect(await workspace(bench)).to.deep.equal(before);
      expect((await readLedger(bench.dependencies.events, GROUP)).admitted).to.equal(null);
    });

  it('lets its lock be released, and is archived', async () => {
    const { dependencies } = bench;
    valueOf(await unlockDeposit(dependencies, asked(dependencies), deposit.depositId));
    await finish(dependencies, deposit.depositId);
    valueOf(await activateDeposit(dependencies, asked(dependencies), deposit.depositId));
  });
});
