import { expect } from 'chai';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { relayHistory, type RelayedHistory } from '../../workers/relay-history.js';
import { failureOf } from '../support/failure-of.js';
import { openedForEach } from '../support/platform/opened.js';
import { until } from '../support/scheduling/until.js';
import { messageOf, note, openLog, textOf } from './support/log-of-facts.js';

const categories = ['deposit', 'container'];

type Publisher = Pick<FactPublisher, 'publish'>;

describe('the relay of history', () => {
  const events = openedForEach(openLog);
  const { signal } = new AbortController();
  const collect = (into: string[]): Publisher => ({
    publish: (fact) => Promise.resolve(void into.push(textOf(fact))),
  });
  const log = () => ({ readAll: events.readAll.bind(events) });

  it('publishes every public fact after a position, in the order of the log, and tells how far it has come', async () => {
    for (const text of ['a', 'b', 'c']) await note(events, 'deposit-1', text);
    const after = await note(events, 'container-1', 'd');
    await note(events, 'lease-1', 'internal');
    const position = await note(events, 'deposit-1', 'e');
    const [all, later, told]: [string[], string[], RelayedHistory[]] = [[], [], []];
    const onRelayed = (so: RelayedHistory): void => void told.push(so);
    await relayHistory({ events: log(), publisher: collect(all), signal, onRelayed }, { categories });
    expect(all).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(told).to.deep.equal([{ events: 5, position }]);
    const options = { events: log(), publisher: collect(later), signal, onRelayed };
    expect(await relayHistory(options, { categories, after })).to.deep.equal({ events: 1, position });
    expect(later).to.deep.equal(['e']);
    expect(await relayHistory(options, { categories, after: position })).to.deep.equal({ events: 0, position: null });
  });

  it('fails with the broker, and ends with the signal while that takes nothing', async () => {
    await note(events, 'deposit-1', 'a');
    const onRelayed = (): void => undefined;
    const refusing: Publisher = { publish: () => Promise.reject(new Error('the broker refuses it')) };
    const refused = relayHistory({ events: log(), publisher: refusing, signal, onRelayed }, { categories });
    expect(messageOf(await failureOf(refused))).to.equal('the broker refuses it');
    const [stopping, given] = [new AbortController(), [] as string[]];
    const stuck: Publisher = {
      publish: (fact) => {
        given.push(textOf(fact));
        return new Promise(() => undefined);
      },
    };
    const ending = relayHistory(
      { events: log(), publisher: stuck, signal: stopping.signal, onRelayed },
      { categories },
    );
    await until('it was given to the broker', () => given.length === 1);
    stopping.abort(new Error('the command is stopping'));
    expect(messageOf(await failureOf(ending))).to.equal('the command is stopping');
  });
});
