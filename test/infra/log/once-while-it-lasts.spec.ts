import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { onceWhileItLasts } from '../../../infra/log/once-while-it-lasts.js';

describe('the log of work that is begun again whenever it fails', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['performance'] })));
  afterEach(() => clock.restore());

  const log = () => {
    const lines: string[] = [];
    const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
    const named = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    return { lines, quiet: onceWhileItLasts(named) };
  };

  it('tells once of a failure that comes again and again, whatever its number', () => {
    const { lines, quiet } = log();
    for (let attempt = 1; attempt <= 1_000; attempt++) {
      quiet.warn('It failed', { name: 'a', attempt, after: `${attempt}`, cause: 'no room' });
      clock.tick(15_000);
    }
    expect(lines).to.deep.equal(['warn It failed']);
  });

  it('tells of another failure, of that of another name, and of one that has become worse', () => {
    const { lines, quiet } = log();
    quiet.warn('It failed', { name: 'a', cause: 'no room' });
    quiet.warn('It failed', { name: 'a', cause: 'i/o error' });
    quiet.warn('It failed', { name: 'b', error: new Error('no room') });
    quiet.warn('It failed', { name: 'b', error: new Error('no room') });
    quiet.error('It failed', { name: 'a', cause: 'no room' });
    expect(lines).to.have.length(4);
  });

  it('tells of it again when it had been over', () => {
    const { lines, quiet } = log();
    quiet.warn('It failed');
    clock.tick(6 * 60_000);
    quiet.warn('It failed');
    expect(lines).to.have.length(2);
  });

  it('tells of everything else each time', () => {
    const { lines, quiet } = log();
    for (let time = 0; time < 2; time++) quiet.info('A job was worked');
    expect(lines).to.have.length(2);
  });
});
