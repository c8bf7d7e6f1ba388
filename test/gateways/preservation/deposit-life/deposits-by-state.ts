import { expect } from 'chai';
import { readLedger } from '../../../../commands/archival-group/ledger-stream.js';
import { ask, ended, newContainer, newDeposit, newGroup, type OpenedDeposit, type Reply } from '../../conversation.js';
import { CALLER, type LiveServices } from '../../live-services.js';

export type State = 'new' | 'exporting' | 'preserved' | 'error' | 'deleted';

/** The headers of a request that this agent sends. */
export const as = (agent: string): Record<string, string> => ({ [CALLER]: agent });

export const uriOf = ({ preservation }: LiveServices, path: string): string => `${preservation}/repository/${path}`;

/** A path where no group is yet, in a container of its own. */
export const newPath = async (live: LiveServices): Promise<string> => `${await newContainer(live)}/group`;

/** The body that GET answers with. */
export const shown = async ({ uri }: OpenedDeposit): Promise<Reply['body']> => (await ask('GET', uri)).body;

/** The deposit that the group's ledger takes for active. */
export const holderOf = async ({ dependencies }: LiveServices, path: string): Promise<string | null> =>
  (await readLedger(dependencies.events, path)).admitted?.depositId ?? null;

export const exportOf = (
  live: LiveServices,
  path: string,
  request: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  ask('POST', `${live.preservation}/deposits/export`, { archivalGroup: uriOf(live, path), ...request }, headers);

/** The deposit that a reply says was created. */
export const openedBy = ({ status, body, text }: Reply): OpenedDeposit => {
  expect(status, text).to.equal(201);
  const id = body.id.slice(body.id.lastIndexOf('/') + 1);
  return { uri: body.id, id, prefix: `deposits/${id}/` };
};

export const runImport = async (
  live: LiveServices,
  { uri }: OpenedDeposit,
  job: object,
  agent = 'dev',
): Promise<void> => {
  const posted = await ask('POST', `${uri}/importjobs`, job, as(agent));
  expect(posted.status, posted.text).to.equal(201);
  await ended(live, posted.body.id);
};

/** A deposit and the path of its group. */
export interface DepositOfGroup {
  readonly deposit: OpenedDeposit;
  readonly path: string;
}

/** A deposit in a state; for `exporting`, exports are held until they are let go. */
export const depositIn: Readonly<Record<State, (live: LiveServices) => Promise<DepositOfGroup>>> = {
  async new(live) {
    const path = await newPath(live);
    const deposit = await newDeposit(live, { archivalGroup: uriOf(live, path), template: 'RootLevel' });
    return { deposit, path };
  },
  async exporting(live) {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    return { deposit: openedBy(await exportOf(live, path)), path };
  },
  preserved: () => newGroup({ 'objects/a.txt': 'a' }),
  async error(live) {
    const { deposit, path } = await depositIn.new(live);
    await runImport(live, deposit, {
      deposit: deposit.uri,
      archivalGroup: uriOf(live, path),
      archivalGroupName: 'A group',
      binariesToDelete: [{ id: `${uriOf(live, path)}/none.txt` }],
    });
    return { deposit, path };
  },
  async deleted(live) {
    const { deposit, path } = await depositIn.new(live);
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    return { deposit, path };
  },
};
