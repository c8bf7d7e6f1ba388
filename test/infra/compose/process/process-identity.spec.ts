import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identityOf } from '../../../../infra/compose/process/process-identity.js';

const maker = { producer: 'test', now: () => new Date(0) };
const nothing = { lock: null, name: null, isAlone: false };
const LOCK = 'documents@here';

describe('who a process is in what it holds', () => {
  it('is somebody else each time, also with the same lock and name', () => {
    const known = { lock: LOCK, name: 'importer-0', isAlone: false };
    expect(identityOf(maker, known).holder).to.not.equal(identityOf(maker, known).holder);
    expect(identityOf(maker, nothing).holder).to.not.equal(identityOf(maker, nothing).holder);
  });

  it('knows that those have ended who had its lock before, and never that it has itself', () => {
    const [before, now] = [LOCK, LOCK].map((lock) => identityOf(maker, { ...nothing, lock }));
    expect(now!.hasEnded(before!.holder)).to.equal(true);
    expect(now!.hasEnded(now!.holder)).to.equal(false);
  });

  it('knows that those with the same lock have ended which an earlier version named', () => {
    const now = identityOf(maker, { ...nothing, lock: LOCK });
    expect(now.hasEnded(`host:17:0b6e8a3e-6a3c-4f43-a9e8-8d5e0a9e1f55:${LOCK}`)).to.equal(true);
    expect(now.hasEnded('host:17:0b6e8a3e-6a3c-4f43-a9e8-8d5e0a9e1f55')).to.equal(false);
  });

  it('knows nothing of living holders of another lock, of another folder, or of none', () => {
    const now = identityOf(maker, { ...nothing, lock: LOCK });
    for (const lock of ['objects@here', 'documents@there', null]) {
      const other = identityOf(maker, { ...nothing, lock });
      expect(now.hasEnded(other.holder), `${lock}`).to.equal(false);
      expect(other.hasEnded(now.holder), `${lock}`).to.equal(false);
    }
  });

  it('knows that those have ended who had its name before, and nothing of other names', () => {
    const named = (name: string | null) => identityOf(maker, { ...nothing, name });
    const now = named('importer:0;a');
    expect(now.hasEnded(named('importer:0;a').holder)).to.equal(true);
    for (const name of ['importer:0', 'importer', null]) expect(now.hasEnded(named(name).holder)).to.equal(false);
  });

  it('knows where it is alone that everybody else has ended', () => {
    const now = identityOf(maker, { ...nothing, isAlone: true });
    expect(now.hasEnded('anybody')).to.equal(true);
    expect(now.hasEnded(now.holder)).to.equal(false);
  });

  it('looks on its own machine whether a process lives, and knows nothing of other machines', async function () {
    if (process.platform !== 'linux') this.skip();
    const now = identityOf(maker, nothing);
    const [, place = '', startedAt = ''] = /;place=([^@]+)@\d+@(\d+)/.exec(now.holder) ?? [];
    const holder = (at: string, pid: number, started: string): string => `host:${pid}:id;place=${at}@${pid}@${started}`;
    const child = spawn('sleep', ['600']);
    await once(child, 'spawn');
    expect(now.hasEnded(holder(place, process.pid, startedAt))).to.equal(false);
    expect(now.hasEnded(holder(place, process.pid, `${Number(startedAt) - 1}`))).to.equal(true);
    expect(now.hasEnded(holder('another-boot/1', process.pid, '1'))).to.equal(false);
    const { pid = 0 } = child;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(now.hasEnded(holder(place, pid, '1'))).to.equal(true);
    expect(now.hasEnded(holder('another-boot/1', pid, '1'))).to.equal(false);
  });
});
