import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import {
  admitReader,
  admitToWorkspace,
  type WorkspaceVisitor,
} from '../../../commands/workspace/admit-to-workspace.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { Actor, NewFact } from '../../../events/envelope.js';
import { dependenciesOn, emptyBytes, memoryEvents, WORKSPACE } from '../../support/command-bench.js';
import { PLAIN_METADATA } from '../../support/plain-metadata.js';

const AT = '2026-05-04T12:00:00.0000000Z';
const visitor = (
  agent: string,
  source: Actor['source'] = 'user',
  ownBucket: string | null = null,
): WorkspaceVisitor => ({
  actor: { agent, source, appId: null },
  ownBucket,
});
const ann = visitor('ann');
const of = { depositId: 'd', by: 'ann', at: AT };
const job = { jobId: 'j', resultId: 'r' };

const created = (bucket = WORKSPACE): DepositFact => ({
  type: 'DepositCreated',
  data: {
    ...of,
    template: 'None',
    archivalGroup: 'letters/1911',
    ...descriptionOf({}),
    files: { bucket, prefix: 'deposits/d/' },
    admission: 0,
  },
});
const locked: DepositFact = { type: 'DepositLocked', data: of };
const accepted: DepositFact = { type: 'ImportJobAccepted', data: { ...of, ...job, planSha256: '' } };
const settled = (outcome: 'completed' | 'completedWithErrors'): DepositFact => ({
  type: 'ImportJobSettled',
  data: { depositId: 'd', at: AT, ...job, outcome },
});
const preserved: DepositFact = { type: 'DepositPreserved', data: { ...of, jobId: 'j', version: 'v1' } };
const failed: DepositFact = { type: 'DepositImportFailed', data: { ...of, jobId: 'j' } };
const activated: DepositFact = { type: 'DepositActivated', data: { ...of, admission: 1 } };

const proposed = (fact: DepositFact): NewFact => ({
  ...fact,
  id: randomUUID(),
  metadata: { ...PLAIN_METADATA, actor: ann.actor, occurredAt: AT },
});

const rows: readonly (readonly [
  what: string,
  facts: readonly DepositFact[],
  visitor: WorkspaceVisitor,
  told: string,
])[] = [
  ['there is none', [], ann, 'deposit-not-found'],
  ['it is new', [created()], ann, 'admitted'],
  ['it was deleted', [created(), { type: 'DepositDeleted', data: of }], ann, 'deposit-not-found'],
  ['its caller has locked it', [created(), locked], ann, 'admitted'],
  ['another agent has locked it', [created(), locked], visitor('bob'), 'deposit-locked'],
  ['an import is running', [created(), accepted], ann, 'deposit-has-live-job'],
  ['an import has failed', [created(), accepted, settled('completedWithErrors'), failed], ann, 'deposit-inactive'],
  [
    'it is active again after an import that failed',
    [created(), accepted, settled('completedWithErrors'), failed, activated],
    ann,
    'admitted',
  ],
  ['it is preserved', [created(), accepted, settled('completed'), preserved], ann, 'deposit-closed'],
  [
    'it is preserved and active again',
    [created(), accepted, settled('completed'), preserved, activated],
    ann,
    'deposit-closed',
  ],
  [
    'its bucket is the client’s own',
    [created('digitisation')],
    visitor('Digitisation', 'token', 'digitisation'),
    'admitted',
  ],
  [
    'its bucket is that of another client',
    [created('digitisation')],
    visitor('Scans', 'token', 'scans'),
    'deposit-foreign',
  ],
  [
    'its bucket is a client’s, and another one has none',
    [created('digitisation')],
    visitor('Web', 'token'),
    'deposit-foreign',
  ],
  [
    'its bucket is a client’s, and its caller only has a name',
    [created('digitisation')],
    visitor('x', 'header-fallback'),
    'deposit-foreign',
  ],
  ['its bucket is a client’s, and its caller is a user', [created('digitisation')], ann, 'admitted'],
  [
    'its bucket is the platform’s, and the client has one of its own',
    [created()],
    visitor('Scans', 'token', 'scans'),
    'deposit-foreign',
  ],
  ['its bucket is the platform’s, and the client has none', [created()], visitor('Web', 'token'), 'admitted'],
];

const admittedTo = async (
  admit: typeof admitToWorkspace,
  facts: readonly DepositFact[],
  by: WorkspaceVisitor,
): Promise<string> => {
  const events = memoryEvents();
  if (facts.length > 0) await events.append('deposit-d', facts.map(proposed), 'none');
  const admitted = await admit(dependenciesOn(events, emptyBytes()), 'd', by);
  await events.close();
  return admitted.ok ? 'admitted' : admitted.refusal.code;
};

describe('the files of a deposit', () => {
  for (const [what, facts, by, told] of rows) {
    it(`are ${told === 'admitted' ? 'given to a caller' : `refused as ${told}`} where ${what}`, async () => {
      expect(await admittedTo(admitToWorkspace, facts, by)).to.equal(told);
    });

    const read = ['deposit-not-found', 'deposit-foreign'].includes(told) ? told : 'admitted';
    it(`are ${read === 'admitted' ? 'shown to a reader' : `refused to a reader as ${read}`} where ${what}`, async () => {
      expect(await admittedTo(admitReader, facts, by)).to.equal(read);
    });
  }
});
