import { expect } from 'chai';
import { stub, useFakeTimers, type SinonFakeTimers, type SinonStub } from 'sinon';
import { onFirstSignal } from '../../../../infra/compose/process/first-signal.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('the signal to end', () => {
  let clock: SinonFakeTimers;
  let kill: SinonStub;
  let heard: string[];
  const before = new Map<NodeJS.Signals, NodeJS.SignalsListener[]>();
  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['performance'] });
    kill = stub(process, 'kill');
    heard = [];
    for (const signal of SIGNALS) before.set(signal, process.listeners(signal));
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    onFirstSignal((signal) => heard.push(signal));
  });
  afterEach(() => {
    clock.restore();
    kill.restore();
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    for (const [signal, listeners] of before) for (const each of listeners) process.on(signal, each);
  });

  it('is heard once, though npm passes on what the terminal has sent already', () => {
    process.emit('SIGINT', 'SIGINT');
    clock.tick(999);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    expect(heard).to.deep.equal(['SIGINT']);
    expect(kill.called).to.equal(false);
  });

  it('ends the process at once when it comes again later', () => {
    process.emit('SIGTERM', 'SIGTERM');
    clock.tick(1_000);
    process.emit('SIGINT', 'SIGINT');
    expect(heard).to.deep.equal(['SIGTERM']);
    expect(kill.args).to.deep.equal([[process.pid, 'SIGINT']]);
    for (const signal of SIGNALS) expect(process.listenerCount(signal), signal).to.equal(0);
  });
});
