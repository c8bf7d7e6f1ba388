import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { RegisteredGeneration, CollectionShape, DocumentStore } from '../../../projections/documents.js';
import { tallyOf } from '../../../projections/tally-of.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;

/** What every document store promises of the record beside a view's documents: leases, generations, checkpoints, rebuild requests. */
export const registerContract = (given: () => { store: DocumentStore; shape: CollectionShape }): void => {
  describe('its register of a view', () => {
    const name = 'letters';
    const take = async (holder: string): Promise<number> => {
      const { store } = given();
      const taken = await store.acquireLease(name, holder, (await store.register(name)).lease);
      return taken!.lease.epoch;
    };
    const begin = async (epoch: number, version = 1): Promise<RegisteredGeneration> =>
      (await given().store.beginGeneration(name, epoch, version, null)).generations.at(-1)!;
    const outcome = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'done',
        (fault: unknown) => (fault as { code?: unknown }).code,
      );

    it('is blank before anybody wrote into it', async () => {
      expect(await given().store.register(name)).to.deep.include({
        lease: { epoch: 0, holder: null },
        live: null,
        generations: [],
        rebuildRequests: 0,
      });
    });

    it('gives the lease to one of many who saw it free', async () => {
      const { store } = given();
      const seen = (await store.register(name)).lease;
      const rivals = ['ada', 'bob', 'cyd', 'dan'].map((holder) => store.acquireLease(name, holder, seen));
      const taken = (await Promise.all(rivals)).filter((register) => register !== null);
      expect(taken).to.have.length(1);
      expect((await store.register(name)).lease).to.deep.equal(taken[0]!.lease);
      expect(taken[0]!.lease.epoch).to.equal(1);
    });

    it('does not give the lease to one that missed another epoch', async () => {
      const { store } = given();
      await take('ada');
      const seen = (await store.register(name)).lease;
      const epoch = await take('ada');
      expect(await store.acquireLease(name, 'bob', seen)).to.equal(null);
      const { lease } = await store.register(name);
      expect((await store.acquireLease(name, 'bob', lease))?.lease).to.deep.equal({ holder: 'bob', epoch: epoch + 1 });
    });

    it('refuses every step of one that lost the lease', async () => {
      const { store, shape } = given();
      const old = await take('ada');
      const generation = await begin(old);
      const next = await begin(old);
      await store.prepare(shape, generation);
      await take('bob');
      const before = await store.register(name);
      for (const step of [
        () => store.releaseLease(name, old),
        () => store.beginGeneration(name, old, 1, null),
        () => store.saveCheckpoint(name, old, generation, { position: at(9) }),
        () => store.goLive(name, old, generation),
        () => store.removeGeneration(name, old, next),
      ]) {
        expect(await outcome(step())).to.equal('lease-lost');
      }
      expect(await store.register(name)).to.deep.equal(before);
    });

    it('is free at once when the lease was released, and then refuses who released it', async () => {
      const { store } = given();
      const epoch = await take('ada');
      await store.releaseLease(name, epoch);
      expect((await store.register(name)).lease.holder).to.equal(null);
      expect(await outcome(store.beginGeneration(name, epoch, 1, null))).to.equal('lease-lost');
    });

    it('keeps the end that the log had when a generation was begun, through every checkpoint', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const ends = async () => (await store.register(name)).generations.map(({ end }) => end);
      const [first] = (await store.beginGeneration(name, epoch, 1, at(5))).generations;
      await store.beginGeneration(name, epoch, 1, null);
      expect(await ends()).to.deep.equal([at(5), null]);
      await store.saveCheckpoint(name, epoch, first!, { position: at(3) });
      expect(await ends()).to.deep.equal([at(5), null]);
    });

    it('keeps when a generation was begun, through every checkpoint', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const before = new Date().toISOString();
      const generation = await begin(epoch);
      await store.saveCheckpoint(name, epoch, generation, { position: at(3) });
      const [kept] = (await store.register(name)).generations;
      expect(kept!.begun).to.equal(generation.begun);
      expect(kept!.begun! >= before && kept!.begun! <= new Date().toISOString()).to.equal(true);
    });

    it('refuses a checkpoint behind the one that stands', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const generation = await begin(epoch);
      await store.saveCheckpoint(name, epoch, generation, { position: at(7) });
      await store.saveCheckpoint(name, epoch, generation, { position: at(7) });
      expect(await outcome(store.saveCheckpoint(name, epoch, generation, { position: at(6) }))).to.equal('lease-lost');
      expect((await store.register(name)).generations.at(-1)).to.deep.include({ position: at(7) });
    });

    it('keeps the tally of a checkpoint with it, and leaves it where a later checkpoint has none', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const generation = await begin(epoch);
      expect(generation.tally).to.equal(undefined);
      const category = { category: 'letter', facts: 2 ** 40, digest: 'f'.repeat(32) };
      const tally = { position: at(7), categories: [category, { ...category, category: 'note', facts: 1 }] };
      const known = async (): Promise<RegisteredGeneration | undefined> =>
        (await store.register(name)).generations.at(-1);
      await store.saveCheckpoint(name, epoch, generation, { position: at(7), tally });
      expect(await known()).to.deep.equal({ ...generation, position: at(7), tally });
      expect(await outcome(store.saveCheckpoint(name, epoch, generation, { position: at(6), tally }))).to.equal(
        'lease-lost',
      );
      await store.saveCheckpoint(name, epoch, generation, { position: at(8) });
      expect(await known()).to.deep.equal({ ...generation, position: at(8), tally });
      expect(tallyOf((await known())!)).to.equal(null);
      const later = { ...tally, position: at(9), categories: [category] };
      await store.saveCheckpoint(name, epoch, generation, { position: at(9), tally: later });
      expect(tallyOf((await known())!)).to.deep.equal(later);
    });

    it('says which generation is live, and never goes back to an earlier one', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const one = await begin(epoch);
      const two = await begin(epoch, 4);
      expect((await store.register(name)).live).to.equal(null);
      await store.goLive(name, epoch, two);
      await store.goLive(name, epoch, two);
      expect(await outcome(store.goLive(name, epoch, one))).to.equal('lease-lost');
      expect((await store.register(name)).live).to.equal(two.number);
      expect(two).to.deep.include({ version: 4, position: null, rebuildRequests: 0 });
    });

    it('forgets a struck generation with its checkpoint, but not the live one, and never gives its number again', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const one = await begin(epoch);
      await store.goLive(name, epoch, one);
      const two = await begin(epoch);
      await store.saveCheckpoint(name, epoch, two, { position: at(1) });
      await store.removeGeneration(name, epoch, two);
      expect(await outcome(store.removeGeneration(name, epoch, one))).to.equal('lease-lost');
      expect(await outcome(store.saveCheckpoint(name, epoch, two, { position: at(2) }))).to.equal('lease-lost');
      expect(await begin(epoch)).to.deep.include({ number: two.number + 1, position: null });
    });

    it('sweeps the documents that it does not name, and no others', async () => {
      const { store, shape } = given();
      const epoch = await take('ada');
      const kept = await begin(epoch);
      const struck = await begin(epoch);
      for (const generation of [kept, struck]) {
        const documents = await store.prepare<{ a: number }>(shape, generation);
        await documents.save([{ key: 'a', doc: { a: 1 }, position: at(1) }]);
      }
      const neighbour = { ...shape, name: 'letters-of' };
      const other = await store.prepare<{ a: number }>(neighbour, { number: 9, version: 1 });
      await other.save([{ key: 'a', doc: { a: 1 }, position: at(1) }]);
      await store.removeGeneration(name, epoch, struck);
      await store.sweepGenerations(name);
      expect(await (await store.open(shape, kept)).get('a')).to.deep.equal({ a: 1 });
      expect(await other.get('a')).to.deep.equal({ a: 1 });
      expect(await (await store.prepare(shape, struck)).get('a')).to.equal(null);
    });

    it('counts the requests for a rebuild, and a generation answers those before it', async () => {
      const { store } = given();
      expect(await store.requestRebuild(name)).to.equal(1);
      const epoch = await take('ada');
      const one = await begin(epoch);
      expect(await store.requestRebuild(name)).to.equal(2);
      expect(one.rebuildRequests).to.equal(1);
      expect((await begin(epoch)).rebuildRequests).to.equal(2);
    });
  });
};
