import { expect } from 'chai';
import fc from 'fast-check';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { EventStore } from '../../../events/store.js';
import { ancestorsOf } from '../../../formats/paths/repository-path.js';
import { finishEverything, intentOf, memoryEvents, emptyBytes, dependenciesOn } from '../../support/command-bench.js';
import { atRandom, interleave } from '../../support/scheduling/interleaving.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { someImport } from './scenarios.js';
import { atDepth } from '../../support/random/depth.js';

const on = (events: EventStore): Dependencies => dependenciesOn(events, emptyBytes());
const create = (dependencies: Dependencies, path: string, commandId?: string) =>
  createContainer(dependencies, intentOf('ann', commandId), { path, displayName: null });

describe('creating containers', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = on(memoryEvents());
  });

  const refusal = async (path: string): Promise<unknown> => {
    const settled = await create(dependencies, path);
    return settled.ok ? settled : [settled.refusal.code, settled.refusal.detail];
  };

  it('needs every ancestor, and names the highest that is missing', async () => {
    await create(dependencies, 'a');
    expect(await refusal('a/b/c/d')).to.deep.equal([
      'ancestor-missing',
      "Ancestors of 'a/b/c/d' must all be Containers, 'a/b' does not exist.",
    ]);
  });

  it('never happens inside an archival group', async () => {
    await someImport(dependencies);
    expect(await refusal('letters/1911/objects')).to.deep.equal([
      'ancestor-not-container',
      "Ancestors of 'letters/1911/objects' must all be Containers, 'letters/1911' is a ArchivalGroup.",
    ]);
  });

  it('never happens twice', async () => {
    await create(dependencies, 'a');
    expect(await refusal('a')).to.deep.equal(['resource-exists', 'Resource already exists at a (Container)']);
    expect(await refusal('')).to.deep.equal(['resource-exists', 'Resource already exists at / (Container)']);
  });

  it('never takes the place of an archival group', async () => {
    await someImport(dependencies);
    expect(await refusal('letters/1911')).to.deep.equal([
      'resource-exists',
      'Resource already exists at letters/1911 (ArchivalGroup)',
    ]);
  });

  it('keeps the reserved name free', async () => {
    expect(await refusal('repository')).to.have.property('0', 'slug-reserved');
  });

  it('answers a repeat as it did the first time', async () => {
    expect(await create(dependencies, 'a', 'c1')).to.have.property('ok');
    expect(await create(dependencies, 'a', 'c1')).to.have.property('ok');
    expect(await refusal('a')).to.have.property('0', 'resource-exists');
  });

  it('gives each path to one of many concurrent requests, and no resource is without a parent', async () => {
    const path = fc.constantFrom('a', 'a/b', 'a/b/c', 'a/d', 'e');
    const property = fc.asyncProperty(fc.array(path, { minLength: 2, maxLength: 6 }), fc.nat(), async (paths, seed) => {
      const events = memoryEvents();
      const created: string[] = [];
      const processes = paths.map((each) => async (store: EventStore) => {
        if ((await create(on(store), each)).ok) created.push(each);
      });
      await interleave(events, processes, { choose: atRandom(seed), kills: 1 });
      await finishEverything(on(events));
      expect(await inconsistencies(on(events))).to.deep.equal([]);
      expect(new Set(created).size).to.equal(created.length);
      for (const place of created.flatMap((each) => [...ancestorsOf(each), each]))
        expect((await kindAt(events, place)).kind, place).to.equal('container');
      await events.close();
    });
    await fc.assert(property, { numRuns: atDepth(100) });
  });
});
