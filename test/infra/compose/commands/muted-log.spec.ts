import { expect } from 'chai';
import { mutedLog } from '../../../../infra/compose/commands/muted-log.js';

describe('a log that is muted', () => {
  it('says everything until it is over, and nothing afterwards', () => {
    const said: string[] = [];
    const say = (message: string): void => void said.push(message);
    let over = false;
    const log = mutedLog(
      (subsystem) => ({ debug: say, info: say, warn: say, error: (message) => say(`${subsystem}: ${message}`) }),
      () => over,
    )('workers');
    log.error('one');
    log.debug('two');
    over = true;
    log.error('three');
    log.warn('four');
    expect(said).to.deep.equal(['workers: one', 'two']);
  });
});
