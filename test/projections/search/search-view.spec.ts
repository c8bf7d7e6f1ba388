import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { joinedFields, spansFields } from '../../../projections/search/joined-fields.js';
import { searchView } from '../../../projections/search/search-view.js';
import { buildProgressIn } from '../../../projections/view-incomplete.js';
import { memoryIndex } from '../../support/search/memory-index.js';

const PAGE = { page: 0, pageSize: 10 };
const at = (number: number): Position => String(number).padStart(4, '0') as Position;

describe('a search', () => {
  const filled = async () => {
    const index = memoryIndex();
    const entry = { key: 'k', partition: '', text: 'a text', created: 't', about: { size: 1 } };
    await index.apply({ put: [entry], remove: [], position: at(1) });
    return index;
  };

  it('answers the entries with what their owner keeps of them', async () => {
    const view = searchView<{ size: number }>({
      index: await filled(),
      filled: () => Promise.resolve(true),
      reached: () => Promise.resolve(true),
      building: () => Promise.resolve(null),
      head: () => Promise.resolve(at(1)),
      onFault: () => undefined,
    });
    expect(await view.search('TEXT', PAGE, '')).to.deep.equal({
      total: 1,
      entries: [{ text: 'a text', created: 't', about: { size: 1 } }],
    });
  });

  it('answers nothing while the index is being filled, and says how far it is', async () => {
    const progress = { view: 'search-files', position: at(1), end: at(2) };
    const view = searchView({
      index: await filled(),
      filled: () => Promise.resolve(false),
      reached: () => Promise.resolve(false),
      building: () => Promise.resolve(progress),
      head: () => Promise.resolve(at(2)),
      onFault: () => undefined,
    });
    const outcome: unknown = await view.search('text', PAGE, '').catch((fault: unknown) => fault);
    expect(buildProgressIn(outcome)).to.equal(progress);
  });

  it('waits for the index to include all that is in the log', async () => {
    const index = await filled();
    const view = searchView({
      index,
      filled: () => Promise.resolve(true),
      async reached(position) {
        const entry = { key: 'late', partition: '', text: 'late text', created: 'u', about: {} };
        await index.apply({ put: [entry], remove: [], position });
        return true;
      },
      building: () => Promise.resolve(null),
      head: () => Promise.resolve(at(2)),
      onFault: () => undefined,
    });
    expect((await view.search('text', PAGE, '')).entries.map(({ text }) => text)).to.deep.equal([
      'late text',
      'a text',
    ]);
  });

  it('answers from what the index has where the log cannot be asked', async () => {
    const view = searchView({
      index: await filled(),
      filled: () => Promise.resolve(true),
      reached: () => Promise.resolve(true),
      building: () => Promise.resolve(null),
      head: () => Promise.reject(new Error('away')),
      onFault: () => undefined,
    });
    expect((await view.search('text', PAGE, '')).total).to.equal(1);
  });

  it('tells of a failure of the index before it fails', async () => {
    const told: unknown[] = [];
    const fault = new Error('lost');
    const view = searchView({
      index: { search: () => Promise.reject(fault), find: () => Promise.reject(fault) },
      filled: () => Promise.resolve(true),
      reached: () => Promise.resolve(true),
      building: () => Promise.resolve(null),
      head: () => Promise.resolve(at(1)),
      onFault: (each) => told.push(each),
    });
    const outcome: unknown = await view.search('text', PAGE, '').catch((error: unknown) => error);
    expect([outcome, told]).to.deep.equal([fault, [fault]]);
  });
});

describe('joined fields', () => {
  it('are the fields that have a value', () => {
    expect(joinedFields(['a', null, '', 'b'])).to.equal('a\u001fb');
  });

  it('have no separator of their own', () => {
    expect(joinedFields(['a\u001fb', 'c'])).to.equal('a b\u001fc');
    expect([spansFields('b\u001fc'), spansFields('b c')]).to.deep.equal([true, false]);
  });
});
