import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { EventStore } from '../../../events/store.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { grantOnLog, type LogGrant, type LogUser } from '../../../infra/eventstoredb/rights.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';

const USERS: readonly LogUser[] = [
  { name: 'muniment-relay', appends: [] },
  { name: 'muniment-pipeline', appends: ['deposit', 'pipelineRun'] },
];
const PASSWORD = 'a password / with @ signs';

describe('the rights of users on an EventStoreDB', () => {
  let server: EventStoreDbServer;
  const opened: { close(): Promise<void> }[] = [];
  const urlOf = (user: string, password = PASSWORD): string =>
    server.url.replace('esdb://', `esdb://${user}:${encodeURIComponent(password)}@`);
  const openAs = (user: string, password?: string): EventStore => {
    const store = openEventStoreDb({ connectionString: urlOf(user, password), codec: createCodec(catalogue) });
    opened.push(store);
    return store;
  };
  const append = (store: EventStore, stream: string): Promise<unknown> => {
    const named = { $correlationId: 'all', $causationId: 'this', commandId: 'this', producer: 'a spec', schema: 1 };
    const actor = { agent: 'ann', source: 'user', appId: null } as const;
    const metadata = { ...named, actor, occurredAt: '2026-11-21T06:00:00.0000000Z' };
    return store.append(stream, [{ id: randomUUID(), type: 'DepositUnlocked', data: {}, metadata }], 'any');
  };
  const headOf = (store: EventStore): Promise<unknown> => store.head();
  const refusalOf = async (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'allowed',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const grant = (kind: LogGrant = 'acls'): Promise<readonly string[]> => grantOnLog(urlOf('admin'), USERS, kind);

  beforeEach(async () => {
    const users = ['admin', 'stranger', ...USERS.map(({ name }) => name)];
    server = await startEventStoreDb({ users: Object.fromEntries(users.map((name) => [name, PASSWORD])) });
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await server.stop();
  });

  it('let every user of ours read the log, and nobody else', async () => {
    expect(await refusalOf(headOf(openAs('muniment-relay')))).to.match(/denied/i);
    await grant();
    for (const { name } of USERS) expect(await refusalOf(headOf(openAs(name)))).to.equal('allowed');
    expect(await refusalOf(headOf(openAs('stranger')))).to.match(/denied/i);
    expect(await refusalOf(headOf(openAs('muniment-relay', 'wrong')))).to.match(/401/);
  });

  it('let those append whose roles do, by ACLs to every stream', async () => {
    await grant();
    expect(await refusalOf(append(openAs('muniment-pipeline'), 'deposit-a'))).to.equal('allowed');
    expect(await refusalOf(append(openAs('muniment-pipeline'), 'container-a'))).to.equal('allowed');
    for (const name of ['muniment-relay', 'stranger'])
      expect(await refusalOf(append(openAs(name), 'deposit-a'))).to.match(/denied/i);
  });

  it('let those append by a stream policy to streams of their categories only', async () => {
    await grant('stream-policy');
    const pipeline = openAs('muniment-pipeline');
    expect(await refusalOf(append(pipeline, 'pipelineRun-a'))).to.equal('allowed');
    for (const stream of ['container-a', 'job-a', 'other-a'])
      expect(await refusalOf(append(pipeline, stream)), stream).to.match(/denied/i);
    expect(await refusalOf(headOf(openAs('muniment-relay')))).to.equal('allowed');
    expect(await refusalOf(append(openAs('muniment-relay'), 'deposit-a'))).to.match(/denied/i);
  });

  it('are given once, and again only where they have changed', async () => {
    expect(await grant()).to.deep.equal(['$$$all', '$settings']);
    expect(await grant()).to.deep.equal([]);
    const more = [...USERS, { name: 'stranger', appends: [] }];
    expect(await grantOnLog(urlOf('admin'), more, 'acls')).to.deep.equal(['$$$all', '$settings']);
    expect(await refusalOf(headOf(openAs('stranger')))).to.equal('allowed');
  });

  it('are given by an administrator only', async () => {
    const asked = grantOnLog(urlOf('muniment-pipeline'), USERS, 'acls');
    expect(await refusalOf(asked)).to.match(/denied/i);
  });
});
