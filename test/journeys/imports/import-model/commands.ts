import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Archive } from './archive.js';
import { answers, letGo, runJobs, type DepositModel, type JobModel, type Model, type Wish } from './model.js';

/** How many groups there are. */
export const GROUPS = 2;
const FILES = ['a.txt', 'b.txt', 'c.txt'] as const;

type Command = fc.AsyncCommand<Model, Archive>;

/** A command in words, which are what a failure shows. */
const command = (
  words: string,
  run: (model: Model, archive: Archive) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({ check, run, toString: () => words });

const hasDeposits = ({ deposits }: Readonly<Model>): boolean => deposits.length > 0;
const hasJobs = ({ jobs }: Readonly<Model>): boolean => jobs.length > 0;

/** One of the last few, which have most to come yet. */
const recent = <T>(all: readonly T[], which: number): T => all[all.length - 1 - (which % Math.min(all.length, 4))]!;

const onDeposit = (
  words: string,
  which: number,
  run: (model: Model, archive: Archive, deposit: DepositModel) => Promise<void>,
): Command =>
  command(
    `${words} of recent deposit ${which}`,
    (model, archive) => run(model, archive, recent(model.deposits, which)),
    hasDeposits,
  );

const onJob = (
  words: string,
  which: number,
  run: (model: Model, archive: Archive, job: JobModel) => Promise<void>,
): Command =>
  command(
    `${words} of recent job ${which}`,
    (model, archive) => run(model, archive, recent(model.jobs, which)),
    hasJobs,
  );

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const open = (group: number): Command =>
  command(`open a deposit for group ${group}`, async (model, archive) => {
    const key = randomUUID();
    const { status, body } = await archive.open(group, key);
    expect(status).to.equal(answers.open(model, group));
    if (status !== 201) return;
    const id = lastSegment(body.id);
    const files = new Map<string, string>();
    const deposit: DepositModel = { id, key, group, files, status: 'new', active: true, versionPreserved: null };
    model.deposits.push(deposit);
    model.groups[group]!.admitted = deposit;
  });

const openAgain = (which: number): Command =>
  onDeposit('repeat the opening', which, async (_, archive, { id, key, group, status }) => {
    const again = await archive.open(group, key);
    expect(again.status).to.equal(status === 'deleted' ? 404 : 201);
    if (again.status === 201) expect(lastSegment(again.body.id)).to.equal(id);
  });

const put = (which: number, file: string, content: string): Command =>
  onDeposit(`put ${file} (${content})`, which, async (_, archive, deposit) => {
    if (deposit.status === 'deleted') return;
    await archive.put(deposit, file, content);
    deposit.files.set(file, content);
  });

const fill = (which: number, content: string): Command =>
  onDeposit(`fill the files (${content})`, which, async (_, archive, deposit) => {
    if (deposit.status === 'deleted') return;
    for (const name of FILES) {
      await archive.put(deposit, name, content);
      deposit.files.set(name, content);
    }
  });

const remove = (which: number, file: string): Command =>
  onDeposit(`remove ${file}`, which, async (_, archive, deposit) => {
    if (deposit.status === 'deleted') return;
    await archive.remove(deposit, file);
    deposit.files.delete(file);
  });

/** A wish that the group can have as it is now, as near as may be to the one given. */
const fitting = (wish: Wish, { groups }: Model, { group }: DepositModel): Wish => {
  const has = groups[group]!.versions.at(-1)?.binaries.has(wish.file) === true;
  if (has) return wish.verb === 'add' ? { ...wish, verb: 'patch' } : wish;
  return { ...wish, verb: 'add' };
};

const post = (which: number, asked: readonly Wish[], fits: boolean): Command =>
  onDeposit(`post ${fits ? 'what fits of ' : ''}${JSON.stringify(asked)}`, which, async (model, archive, deposit) => {
    const wishes = fits ? asked.map((wish) => fitting(wish, model, deposit)) : asked;
    const key = randomUUID();
    const { status, body } = await archive.post(deposit, wishes, key);
    expect(status).to.equal(answers.post(model, deposit));
    if (status !== 201) return;
    const result = `/deposits/${deposit.id}/importjobs/results/${lastSegment(body.id)}`;
    const job: JobModel = { result, key, deposit, wishes, status: 'waiting', newVersion: null };
    model.jobs.push(job);
    model.groups[deposit.group]!.live = job;
  });

const postAgain = (which: number): Command =>
  onJob('repeat the posting', which, async (_, archive, { deposit, wishes, key, result }) => {
    const { status, body } = await archive.post(deposit, wishes, key);
    expect(status).to.equal(deposit.status === 'deleted' ? 404 : 201);
    if (status === 201) expect(lastSegment(body.id)).to.equal(lastSegment(result));
  });

const postOther = (which: number): Command =>
  onJob('post another job under the key', which, async (_, archive, { deposit, key }) => {
    const { status } = await archive.post(deposit, [{ verb: 'delete', file: 'something else' }], key);
    expect(status).to.equal(deposit.status === 'deleted' ? 404 : 400);
  });

const run: Command = command('run what waits', async (model, archive) => {
  await archive.run();
  runJobs(model);
  await archive.agreesWith(model);
});

const deleteIt = (which: number): Command =>
  onDeposit('the deletion', which, async (model, archive, deposit) => {
    const { status } = await archive.on(deposit, 'DELETE');
    expect(status).to.equal(answers.remove(model, deposit));
    if (status !== 204) return;
    letGo(model, deposit);
    deposit.status = 'deleted';
  });

const activate = (which: number): Command =>
  onDeposit('the activation', which, async (model, archive, deposit) => {
    const { status } = await archive.on(deposit, 'PUT', '/activate');
    expect(status).to.equal(answers.activate(model, deposit));
    if (status !== 204) return;
    deposit.active = true;
    model.groups[deposit.group]!.admitted = deposit;
  });

const deactivate = (which: number): Command =>
  onDeposit('the deactivation', which, async (model, archive, deposit) => {
    const { status } = await archive.on(deposit, 'PUT', '/deactivate');
    expect(status).to.equal(answers.deactivate(model, deposit));
    if (status === 204) letGo(model, deposit);
  });

const look: Command = command('look', (model, archive) => archive.agreesWith(model));

const which = fc.nat({ max: 3 });
const file = fc.constantFrom(...FILES);
const wishes = fc.uniqueArray(fc.record({ verb: fc.constantFrom('add', 'patch', 'delete', 'rename' as const), file }), {
  selector: (wish) => wish.file,
  minLength: 1,
  maxLength: 3,
});

const group = fc.nat({ max: GROUPS - 1 });
/** Everything that may be asked of an archive, the more important things more often. */
export const commands = [
  group.map(open),
  group.map(open),
  group.map(open),
  which.map(openAgain),
  fc.tuple(which, file, fc.constantFrom('one', 'two', '')).map((each) => put(...each)),
  fc.tuple(which, fc.constantFrom('one', 'three')).map((each) => fill(...each)),
  fc.tuple(which, file).map((each) => remove(...each)),
  fc.tuple(which, wishes, fc.constant(true)).map((each) => post(...each)),
  fc.tuple(which, wishes, fc.constant(true)).map((each) => post(...each)),
  fc.tuple(which, wishes, fc.constant(false)).map((each) => post(...each)),
  which.map(postAgain),
  which.map(postOther),
  fc.constant(run),
  fc.constant(run),
  which.map(deleteIt),
  which.map(activate),
  which.map(deactivate),
  fc.constant(look),
];

/** So that most of what is asked finds something that it is about. */
export const BEGINNING = [open(0), fill(0, 'one'), open(1), fill(0, 'two')];
