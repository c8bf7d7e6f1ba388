import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { answers, childrenIn, removeFrom, type ContainerModel } from './container-model.js';
import type { JourneyPlatform } from '../journey-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

interface ShownContainer {
  readonly containers: readonly { readonly id: string }[];
}

/** A container of which nobody else knows, on both services. */
interface Archive {
  ask(
    service: Service,
    method: string,
    path: string,
  ): Promise<{ readonly status: number; readonly body: ShownContainer }>;
}

type Service = 'preservation' | 'storage';
type Command = fc.AsyncCommand<ContainerModel, Archive>;

const PATHS = ['a', 'b', 'a/c', 'a/d', 'a/c/e', 'b/c'] as const;
const SERVICES: readonly Service[] = ['preservation', 'storage'];

/** A command in words, which are what a failure shows. */
const command = (words: string, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => words,
});

const create = (service: Service, path: string): Command =>
  command(`creates ${path}`, async (model, archive) => {
    const { status } = await archive.ask(service, 'PUT', path);
    expect(status).to.equal(answers.put(model, path));
    if (status === 201) model.set(path, 'container');
  });

const remove = (service: Service, path: string, purge: boolean): Command =>
  command(`${purge ? 'purges' : 'deletes'} ${path}`, async (model, archive) => {
    const { status } = await archive.ask(service, 'DELETE', `${path}${purge ? '?purge=true' : ''}`);
    expect(status).to.equal(answers.remove(model, path, purge));
    if (status === 204) removeFrom(model, path, purge);
  });

/** Both at once: one of the two orders explains both answers. */
const race = (parent: string, purge: boolean): Command =>
  command(`deletes ${parent} while ${parent}/x is created`, async (model, archive) => {
    const child = `${parent}/x`;
    const [made, removed] = await Promise.all([
      archive.ask('preservation', 'PUT', child),
      archive.ask('storage', 'DELETE', `${parent}${purge ? '?purge=true' : ''}`),
    ]);
    const orders = [true, false].map((isMadeFirst) => {
      const then = new Map(model);
      const statuses = { made: 0, removed: 0 };
      const make = (): void => {
        statuses.made = answers.put(then, child);
        if (statuses.made === 201) then.set(child, 'container');
      };
      const drop = (): void => {
        statuses.removed = answers.remove(then, parent, purge);
        if (statuses.removed === 204) removeFrom(then, parent, purge);
      };
      for (const step of isMadeFirst ? [make, drop] : [drop, make]) step();
      return { then, statuses };
    });
    const found = orders.find(({ statuses }) => statuses.made === made.status && statuses.removed === removed.status);
    expect(found, `${made.status} and ${removed.status}`).to.not.equal(undefined);
    model.clear();
    for (const [path, state] of found?.then ?? []) model.set(path, state);
  });

const look: Command = command('looks at everything', async (model, archive) => {
  for (const [index, path] of [...PATHS, 'a/x', 'b/x'].entries()) {
    const service = SERVICES[index % 2] ?? 'storage';
    const { status, body } = await archive.ask(service, 'GET', path);
    expect(status, path).to.equal(answers.get(model, path));
    expect((await archive.ask(service, 'HEAD', path)).status, path).to.equal(status);
    if (status !== 200) continue;
    const listed = body.containers.map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
    expect(listed, path).to.have.members(childrenIn(model, path).map((each) => each.slice(each.lastIndexOf('/') + 1)));
  }
});

const service = fc.constantFrom(...SERVICES);
const path = fc.constantFrom(...PATHS);
const commands = [
  fc.tuple(service, path).map((each) => create(...each)),
  fc.tuple(service, path, fc.boolean()).map((each) => remove(...each)),
  fc.tuple(fc.constantFrom('a', 'b'), fc.boolean()).map((each) => race(...each)),
  fc.constant(look),
];

/** Creates, deletes and purges containers in random order, on whatever platform it is given. */
export const containerModelJourney = (
  start: () => Promise<JourneyPlatform>,
  { runs, most }: { readonly runs: number; readonly most: number },
): void => {
  const platform = openedOnce(start, (each) => each.remove());

  it('are as the model says they are, whatever is created, deleted and purged in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: most, size: 'max' }), async (asked) => {
        const top = `model-${randomUUID()}`;
        const ask: Archive['ask'] = (on, method, below) =>
          platform.call<ShownContainer>(method, `${platform[on]}/repository/${top}/${below}`);
        expect((await platform.call('PUT', `/repository/${top}`)).status).to.equal(201);
        const model: ContainerModel = new Map();
        await fc.asyncModelRun(() => ({ model, real: { ask } }), asked);
        await look.run(model, { ask });
      }),
      { numRuns: runs },
    );
  });
};
