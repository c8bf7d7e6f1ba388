import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { Begun, CollectionShape, DocumentStore } from '../../../projections/documents.js';
import { tallyOf } from '../../../projections/tally-of.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;

/** What every document store promises of the record beside a view's documents: pens, generations, checkpoints, wishes. */
export const registerContract = (given: () => { store: DocumentStore; shape: CollectionShape }): void => {
  describe('its register of a view', () => {
    const name = 'letters';
    const take = async (holder: string): Promise<number> => {
      const { store } = given();
      const taken = await store.takePen(name, holder, (await store.register(name)).pen);
      return taken!.pen.epoch;
    };
    const begin = async (epoch: number, version = 1): Promise<Begun> =>
      (await given().store.begin(name, epoch, version)).generations.at(-1)!;
    const outcome = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'done',
        (fault: unknown) => (fault as { code?: unknown }).code,
      );

    it('is blank before anybody wrote into it', async () => {
      expect(await given().store.register(name)).to.deep.include({
        pen: { epoch: 0, holder: null, beat: 0 },
        live: null,
        generations: [],
        wishes: 0,
      });
    });

    it('gives the pen to one of many who saw it free', async () => {
      const { store } = given();
      const seen = (await store.register(name)).pen;
      const rivals = ['ada', 'bob', 'cyd', 'dan'].map((holder) => store.takePen(name, holder, seen));
      const taken = (await Promise.all(rivals)).filter((register) => register !== null);
      expect(taken).to.have.length(1);
      expect((await store.register(name)).pen).to.deep.equal(taken[0]!.pen);
      expect(taken[0]!.pen.epoch).to.equal(1);
    });

    it('does not give the pen to who missed a sign of life', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const seen = (await store.register(name)).pen;
      const alive = await store.beat(name, epoch);
      expect(alive.pen.beat).to.be.above(seen.beat);
      expect(await store.takePen(name, 'bob', seen)).to.equal(null);
      expect((await store.takePen(name, 'bob', alive.pen))?.pen).to.deep.include({ holder: 'bob', epoch: epoch + 1 });
    });

    it('refuses every step of who lost the pen', async () => {
      const { store, shape } = given();
      const old = await take('ada');
      const generation = await begin(old);
      const next = await begin(old);
      await store.prepare(shape, generation);
      await take('bob');
      const before = await store.register(name);
      for (const step of [
        () => store.beat(name, old),
        () => store.layPen(name, old),
        () => store.begin(name, old, 1),
        () => store.reach(name, old, generation, { position: at(9) }),
        () => store.goLive(name, old, generation),
        () => store.strike(name, old, next),
      ]) {
        expect(await outcome(step())).to.equal('pen-lost');
      }
      expect(await store.register(name)).to.deep.equal(before);
    });

    it('is free at once when the pen was laid down, and then refuses who laid it', async () => {
      const { store } = given();
      const epoch = await take('ada');
      await store.layPen(name, epoch);
      expect((await store.register(name)).pen.holder).to.equal(null);
      expect(await outcome(store.beat(name, epoch))).to.equal('pen-lost');
    });

    it('refuses a checkpoint behind the one that stands', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const generation = await begin(epoch);
      await store.reach(name, epoch, generation, { position: at(7) });
      await store.reach(name, epoch, generation, { position: at(7) });
      expect(await outcome(store.reach(name, epoch, generation, { position: at(6) }))).to.equal('pen-lost');
      expect((await store.register(name)).generations.at(-1)).to.deep.include({ position: at(7) });
    });

    it('keeps the tally of a checkpoint with it, and leaves it where a later checkpoint has none', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const generation = await begin(epoch);
      expect(generation.tally).to.equal(undefined);
      const category = { category: 'letter', facts: 2 ** 40, digest: 'f'.repeat(32) };
      const tally = { position: at(7), categories: [category, { ...category, category: 'note', facts: 1 }] };
      const known = async (): Promise<Begun | undefined> => (await store.register(name)).generations.at(-1);
      await store.reach(name, epoch, generation, { position: at(7), tally });
      expect(await known()).to.deep.equal({ ...generation, position: at(7), tally });
      expect(await outcome(store.reach(name, epoch, generation, { position: at(6), tally }))).to.equal('pen-lost');
      await store.reach(name, epoch, generation, { position: at(8) });
      expect(await known()).to.deep.equal({ ...generation, position: at(8), tally });
      expect(tallyOf((await known())!)).to.equal(null);
      const later = { ...tally, position: at(9), categories: [category] };
      await store.reach(name, epoch, generation, { position: at(9), tally: later });
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
      expect(await outcome(store.goLive(name, epoch, one))).to.equal('pen-lost');
      expect((await store.register(name)).live).to.equal(two.number);
      expect(two).to.deep.include({ version: 4, position: null, wishes: 0 });
    });

    it('forgets a struck generation with its checkpoint, but not the live one, and never gives its number again', async () => {
      const { store } = given();
      const epoch = await take('ada');
      const one = await begin(epoch);
      await store.goLive(name, epoch, one);
      const two = await begin(epoch);
      await store.reach(name, epoch, two, { position: at(1) });
      await store.strike(name, epoch, two);
      expect(await outcome(store.strike(name, epoch, one))).to.equal('pen-lost');
      expect(await outcome(store.reach(name, epoch, two, { position: at(2) }))).to.equal('pen-lost');
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
      await store.strike(name, epoch, struck);
      await store.sweep(name);
      expect(await (await store.open(shape, kept)).get('a')).to.deep.equal({ a: 1 });
      expect(await other.get('a')).to.deep.equal({ a: 1 });
      expect(await (await store.prepare(shape, struck)).get('a')).to.equal(null);
    });

    it('counts the wishes for a rebuild, and a generation answers those before it', async () => {
      const { store } = given();
      expect(await store.wish(name)).to.equal(1);
      const epoch = await take('ada');
      const one = await begin(epoch);
      expect(await store.wish(name)).to.equal(2);
      expect(one.wishes).to.equal(1);
      expect((await begin(epoch)).wishes).to.equal(2);
    });
  });
};
