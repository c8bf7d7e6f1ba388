import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { NAME, type Archive } from './archive.js';
import { admit, answers, lockedAgainst, release, settled, type DepositModel, type Model } from './model.js';

/** How many groups there are. */
export const GROUPS = 2;

type Command = fc.AsyncCommand<Model, Archive>;
type Run = (model: Model, archive: Archive) => Promise<void>;

/** A command in words, which are what a failure shows. */
const command = (words: string, run: Run, check: (model: Readonly<Model>) => boolean = () => true): Command => ({
  check,
  run,
  toString: () => words,
});

/** Requires one of the statuses that the model allows. */
const requireStatus = (reply: { readonly status: number; readonly body: unknown }, allowed: readonly number[]): void =>
  void expect(reply.status, JSON.stringify(reply.body)).to.be.oneOf([...allowed]);

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
const templateOf = (hasTemplate: boolean): string => (hasTemplate ? 'RootLevel' : 'None');

const create = (agent: string, group: number | null, hasTemplate: boolean): Command =>
  command(`${agent} creates a deposit for group ${group} (${templateOf(hasTemplate)})`, async (model, archive) => {
    const archivalGroup = group === null ? null : archive.pathOf(group);
    const request = { archivalGroup, template: templateOf(hasTemplate) };
    const reply = await archive.ask(agent, 'POST', '/deposits', request);
    requireStatus(reply, answers.create(model, group));
    if (reply.status !== 201) return;
    const { files, id } = reply.body;
    const begun = { status: 'new', active: true, lock: null, text: null, name: null, preserved: null } as const;
    const deposit: DepositModel = {
      id: lastSegment(id),
      createdBy: agent,
      history: [['DepositCreated', agent]],
      files,
      exported: null,
      group,
      ...begun,
    };
    model.deposits.push(deposit);
    admit(model, deposit);
  });

const exportInto = (agent: string, group: number, version: number | null, hasTemplate: boolean): Command =>
  command(
    `${agent} exports version ${version ?? 'head'} of group ${group} (${templateOf(hasTemplate)})`,
    async (model, archive) => {
      const reply = await archive.ask(agent, 'POST', '/deposits/export', {
        archivalGroup: archive.pathOf(group),
        template: templateOf(hasTemplate),
        ...(version === null ? {} : { versionExported: `v${version}` }),
      });
      requireStatus(reply, answers.export(model, group, version, hasTemplate));
      if (reply.status !== 201) return;
      const { versions } = model.groups[group]!;
      const exported = {
        by: agent,
        version: version ?? versions.length,
        names: versions[(version ?? versions.length) - 1]!,
      };
      const begun = { status: 'exporting', active: true, lock: null, text: null, name: NAME, preserved: null } as const;
      const { files, id } = reply.body;
      const deposit: DepositModel = {
        id: lastSegment(id),
        createdBy: agent,
        history: [
          ['DepositCreated', agent],
          ['DepositExportStarted', agent],
        ],
        files,
        exported,
        group,
        ...begun,
      };
      model.deposits.push(deposit);
      admit(model, deposit);
      model.groups[group]!.exportUnderWay = true;
    },
  );

const exportAtStorage = (agent: string, group: number, version: number | null): Command =>
  command(
    `${agent} exports version ${version ?? 'head'} of group ${group} at the storage service`,
    async (model, archive) => {
      const reply = await archive.exportAtStorage(agent, group, version);
      requireStatus(reply, answers.exportAtStorage(model, group));
      if (reply.status !== 201) return;
      const { versions } = model.groups[group]!;
      const names = versions[(version ?? versions.length) - 1];
      const copies = versions.length === 0 ? 'error' : (names?.length ?? null);
      model.exports.push({ uri: reply.body.id, group, version, copies });
      if (typeof copies === 'number') model.groups[group]!.exportUnderWay = true;
    },
  );

type OnDeposit = (model: Model, archive: Archive, deposit: DepositModel) => Promise<void>;

/** A command about one of the last few deposits, which have most to come yet. */
const onDeposit = (words: string, which: number, run: OnDeposit): Command =>
  command(
    `${words} recent deposit ${which}`,
    (model, archive) => run(model, archive, model.deposits.at(-1 - (which % Math.min(4, model.deposits.length)))!),
    ({ deposits }) => deposits.length > 0,
  );

const patch = (agent: string, which: number, text: string, group: number | null): Command =>
  onDeposit(`${agent} patches (${text}, group ${group})`, which, async (model, archive, deposit) => {
    const request = { submissionText: text, ...(group === null ? {} : { archivalGroup: archive.pathOf(group) }) };
    const reply = await archive.ask(agent, 'PATCH', `/deposits/${deposit.id}`, request);
    requireStatus(reply, answers.patch(model, deposit, agent, group));
    if (reply.status !== 200) return;
    if (deposit.status === 'exporting') deposit.status = 'new';
    const moves = group !== null && group !== deposit.group;
    if (moves) deposit.history.push(['DepositArchivalGroupAssigned', agent]);
    if (deposit.text !== text) deposit.history.push(['DepositDescribed', agent]);
    deposit.text = text;
    if (!moves) return;
    release(model, deposit);
    deposit.group = group;
    if (deposit.active) admit(model, deposit);
  });

const remove = (agent: string, which: number): Command =>
  onDeposit(`${agent} deletes`, which, async (model, archive, deposit) => {
    const reply = await archive.ask(agent, 'DELETE', `/deposits/${deposit.id}`);
    requireStatus(reply, answers.remove(deposit, agent));
    if (reply.status !== 204) return;
    deposit.history.push(['DepositDeleted', agent]);
    release(model, deposit);
    deposit.status = 'deleted';
  });

const lock = (agent: string, which: number, force: boolean): Command =>
  onDeposit(`${agent} locks${force ? ' with force' : ''}`, which, async (_, archive, deposit) => {
    const reply = await archive.ask(agent, 'POST', `/deposits/${deposit.id}/lock${force ? '?force=true' : ''}`);
    requireStatus(reply, answers.lock(deposit, agent, force));
    if (reply.status !== 204) return;
    deposit.history.push([lockedAgainst(agent, deposit) ? 'DepositLockSeized' : 'DepositLocked', agent]);
    deposit.lock = agent;
  });

const unlock = (agent: string, which: number): Command =>
  onDeposit(`${agent} unlocks`, which, async (_, archive, deposit) => {
    const reply = await archive.ask(agent, 'DELETE', `/deposits/${deposit.id}/lock`);
    requireStatus(reply, answers.unlock(deposit));
    if (reply.status !== 204) return;
    if (deposit.lock !== null) deposit.history.push(['DepositUnlocked', agent]);
    deposit.lock = null;
  });

const activate = (agent: string, which: number): Command =>
  onDeposit(`${agent} activates`, which, async (model, archive, deposit) => {
    const reply = await archive.ask(agent, 'PUT', `/deposits/${deposit.id}/activate`);
    requireStatus(reply, answers.activate(model, deposit));
    if (reply.status !== 204) return;
    if (!deposit.active) deposit.history.push(['DepositActivated', agent]);
    admit(model, deposit);
  });

const deactivate = (agent: string, which: number): Command =>
  onDeposit(`${agent} deactivates`, which, async (model, archive, deposit) => {
    const reply = await archive.ask(agent, 'PUT', `/deposits/${deposit.id}/deactivate`);
    requireStatus(reply, answers.deactivate(deposit));
    if (reply.status !== 204) return;
    if (deposit.active) deposit.history.push(['DepositDeactivated', agent]);
    release(model, deposit);
    deposit.active = false;
  });

/** Adds a file to the group of the deposit, or fails since it deletes one that is not there; waits for the end. */
const runImport = (agent: string, which: number, fails: boolean): Command =>
  onDeposit(
    `${agent} runs an import that ${fails ? 'fails' : 'succeeds'} from`,
    which,
    async (model, archive, deposit) => {
      const { id, group } = deposit;
      const name = `${randomUUID().slice(0, 8)}.txt`;
      const path = archive.pathOf(group ?? 0);
      const lists = fails
        ? { binariesToDelete: [{ id: `${path}/none.txt` }] }
        : { binariesToAdd: [{ id: `${path}/${name}`, origin: `${deposit.files}${name}` }] };
      if (!fails && deposit.status !== 'deleted') await archive.put(deposit, name);
      const request = { deposit: `/deposits/${id}`, archivalGroup: path, archivalGroupName: NAME, ...lists };
      const reply = await archive.ask(agent, 'POST', `/deposits/${id}/importjobs`, request);
      requireStatus(reply, answers.import(deposit, agent));
      if (reply.status !== 201) return;
      await archive.settle();
      settled(model);
      release(model, deposit);
      deposit.active = false;
      deposit.status = fails ? 'error' : 'preserved';
      deposit.history.push(['ImportJobAccepted', agent], [fails ? 'DepositImportFailed' : 'DepositPreserved', null]);
      if (fails || group === null) return;
      const { versions } = model.groups[group]!;
      versions.push([...(versions.at(-1) ?? []), name]);
      deposit.preserved = { by: agent, version: versions.length };
    },
  );

const look = (which: number): Command =>
  onDeposit('somebody looks at', which, (model, archive, deposit) => archive.depositAgrees(model, deposit));

export const settle: Command = command('everything settles', async (model, archive) => {
  await archive.settle();
  settled(model);
  await archive.agreesWith(model);
});

const agent = fc.constantFrom('ann', 'ben', 'cat');
const which = fc.nat({ max: 3 });
const group = fc.nat({ max: GROUPS - 1 });
const version = fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 });
const seldom = fc.integer({ min: 0, max: 3 }).map((each) => each === 0);

/** Everything that callers may ask for, the more important things more often. */
export const commands = [
  fc.tuple(agent, fc.option(group, { freq: 5 }), fc.boolean()).map((each) => create(...each)),
  fc.tuple(agent, group, version, fc.boolean()).map((each) => exportInto(...each)),
  fc.tuple(agent, group, version, fc.boolean()).map((each) => exportInto(...each)),
  fc.tuple(agent, group, version, fc.boolean()).map((each) => exportInto(...each)),
  fc.tuple(agent, group, version).map((each) => exportAtStorage(...each)),
  fc.tuple(agent, which, fc.constantFrom('one', 'two'), fc.option(group)).map((each) => patch(...each)),
  fc.tuple(agent, which).map((each) => remove(...each)),
  fc.tuple(agent, which).map((each) => remove(...each)),
  fc.tuple(agent, which, seldom).map((each) => lock(...each)),
  fc.tuple(agent, which).map((each) => unlock(...each)),
  fc.tuple(agent, which).map((each) => activate(...each)),
  fc.tuple(agent, which).map((each) => deactivate(...each)),
  fc.tuple(agent, which, seldom).map((each) => runImport(...each)),
  fc.tuple(agent, which, seldom).map((each) => runImport(...each)),
  which.map(look),
  fc.constant(settle),
];

/** So that most of what is asked finds something that it is about. */
export const BEGINNING = [create('ann', 0, false), runImport('ann', 0, false), create('ben', 1, true)];
