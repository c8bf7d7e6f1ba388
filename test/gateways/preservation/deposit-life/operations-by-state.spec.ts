import { expect } from 'chai';
import { ask, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { depositIn, holderOf, type DepositOfGroup, type State } from './deposits-by-state.js';

describe('each operation on a deposit (preservation 3.1, 4.2; companion 3.2)', () => {
  const live = liveServices();

  /** What an operation does: its status, whether the deposit is active afterwards, and whether it has its group. */
  interface Outcome {
    readonly status: number;
    readonly detail?: (id: string) => string;
    readonly active: boolean | null;
    readonly holds: boolean;
  }
  const unchanged: Readonly<Record<State, Pick<Outcome, 'active' | 'holds'>>> = {
    new: { active: true, holds: true },
    exporting: { active: true, holds: true },
    preserved: { active: false, holds: false },
    error: { active: false, holds: false },
    deleted: { active: null, holds: false },
  };
  const gone = (id: string): string => `Deposit ${id} not found`;
  const notError = (id: string): string =>
    `deposit.active = false not allowed when deposit.status != error (id: ${id})`;
  const exporting = (): string => 'Deposit is being exported';
  const ok = (state: State, status = 204): Outcome => ({ status, ...unchanged[state] });
  const no = (state: State, status: number, detail: Outcome['detail']): Outcome => ({
    status,
    ...unchanged[state],
    ...(detail === undefined ? {} : { detail }),
  });
  /** What an operation does that answers this for every deposit that is not deleted, and changes neither. */
  const answering = (status: number): Readonly<Record<State, Outcome>> => ({
    new: ok('new', status),
    exporting: ok('exporting', status),
    preserved: ok('preserved', status),
    error: ok('error', status),
    deleted: no('deleted', 404, gone),
  });
  const freed: Outcome = { status: 204, active: null, holds: false };
  const taken: Outcome = { status: 204, active: true, holds: true };
  const operations: readonly {
    readonly name: string;
    readonly send: (uri: string) => Promise<Reply>;
    readonly outcomes: Readonly<Record<State, Outcome>>;
  }[] = [
    {
      name: 'GET',
      send: (uri) => ask('GET', uri),
      outcomes: answering(200),
    },
    {
      name: 'PATCH',
      send: (uri) => ask('PATCH', uri, { submissionText: 'changed' }),
      outcomes: { ...answering(200), exporting: no('exporting', 409, exporting) },
    },
    {
      name: 'POST /lock',
      send: (uri) => ask('POST', `${uri}/lock`),
      outcomes: answering(204),
    },
    {
      name: 'POST /lock?force=true',
      send: (uri) => ask('POST', `${uri}/lock?force=true`),
      outcomes: answering(204),
    },
    {
      name: 'DELETE /lock',
      send: (uri) => ask('DELETE', `${uri}/lock`),
      outcomes: answering(204),
    },
    {
      name: 'PUT /activate',
      send: (uri) => ask('PUT', `${uri}/activate`),
      outcomes: { ...answering(204), preserved: taken, error: taken },
    },
    {
      name: 'PUT /deactivate',
      send: (uri) => ask('PUT', `${uri}/deactivate`),
      outcomes: {
        new: no('new', 400, notError),
        exporting: no('exporting', 400, notError),
        preserved: no('preserved', 400, notError),
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'PUT /activate, then PUT /deactivate',
      send: async (uri) => {
        await ask('PUT', `${uri}/activate`);
        return ask('PUT', `${uri}/deactivate`);
      },
      outcomes: {
        new: no('new', 400, notError),
        exporting: no('exporting', 400, notError),
        preserved: { ...taken, status: 400, detail: notError },
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'GET /importjobs/diff',
      send: (uri) => ask('GET', `${uri}/importjobs/diff`),
      outcomes: {
        ...answering(200),
        exporting: no('exporting', 400, exporting),
        preserved: no('preserved', 409, () => 'There are existing import jobs for this deposit'),
      },
    },
    {
      name: 'POST /importjobs of the diff',
      send: (uri) => ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` }),
      outcomes: {
        new: ok('new', 201),
        exporting: no('exporting', 400, exporting),
        preserved: no('preserved', 409, () => 'There are existing import jobs for this deposit'),
        error: ok('error', 201),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'POST /mets',
      send: (uri) => ask('POST', `${uri}/mets`, ['objects']),
      outcomes: {
        new: no('new', 409, undefined),
        exporting: no('exporting', 409, exporting),
        preserved: no('preserved', 409, undefined),
        error: no('error', 409, undefined),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'DELETE',
      send: (uri) => ask('DELETE', uri),
      outcomes: { new: freed, exporting: freed, preserved: freed, error: freed, deleted: no('deleted', 404, gone) },
    },
  ];
  for (const state of ['new', 'preserved', 'error', 'deleted', 'exporting'] as const)
    describe(`while it is ${state}`, () => {
      let standing: DepositOfGroup;
      before(async () => (standing = await depositIn[state](live)));
      after(() => live.exports.letGo());
      for (const { name, send, outcomes } of operations) {
        const { status, detail, active, holds } = outcomes[state];
        const then = active === null ? 'there is none then' : active ? 'active then' : 'inactive then';
        const isAsBefore = active === unchanged[state].active && holds === unchanged[state].holds && status !== 201;
        it(`${name} answers ${status}: ${then}${holds ? ', and has its group' : ''}`, async () => {
          const { deposit, path } = isAsBefore || name === 'DELETE' ? standing : await depositIn[state](live);
          const reply = await send(deposit.uri);
          expect(reply.status, reply.text).to.equal(status);
          if (detail !== undefined) expect(reply.body['detail']).to.equal(detail(deposit.id));
          if (status === 201) return;
          const afterwards = await ask('GET', deposit.uri);
          expect(afterwards.status).to.equal(active === null ? 404 : 200);
          if (active !== null) expect(afterwards.body['active']).to.equal(active);
          expect(await holderOf(live, path)).to.equal(holds ? deposit.id : null);
        });
      }
    });
});
