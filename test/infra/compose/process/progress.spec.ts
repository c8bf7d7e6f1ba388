import { expect } from 'chai';
import type { Position } from '../../../../events/envelope.js';
import { watchProgress, type LogReader, type Progress } from '../../../../infra/compose/process/progress.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../../../support/scheduling/virtual-time.js';

const at = (position: number): Position => String(position).padStart(4, '0') as Position;

describe('the watch over the readers of the log', () => {
  let time: VirtualTime;
  const life: Life = { name: 'a process', state: 'running' };
  let head = at(1);
  let away = false;
  let progress: Progress;
  const handled = new Map<string, Position | null>();
  const standingBy = new Set<string>();
  const reader = (name: string): LogReader => ({
    name,
    active: () => !standingBy.has(name),
    handled: () => handled.get(name) ?? null,
  });
  const ahead = (): readonly string[] =>
    progress
      .readers()
      .filter((each) => each.ahead)
      .map((each) => each.name);
  const behind = (name: string): number => progress.readers().find((each) => each.name === name)?.behindSeconds ?? NaN;

  beforeEach(() => {
    time = openVirtualTime(1);
    head = at(1);
    away = false;
    handled.clear();
    standingBy.clear();
    const look = (): Promise<Position> => (away ? Promise.reject(new Error('away')) : Promise.resolve(head));
    const watch = time.run(life, () => watchProgress([reader('slow'), reader('quick')], look, 1_000));
    progress = {
      readers: () => time.run(life, () => watch.readers()),
      headUnknownSeconds: () => time.run(life, () => watch.headUnknownSeconds()),
      close: () => time.run(life, () => watch.close()),
    };
  });
  afterEach(async () => {
    await progress.close();
    time.end();
  });

  it('calls a reader behind since the log first ended beyond it', async () => {
    handled.set('slow', at(1)).set('quick', at(1));
    await pass(time, 10_000);
    expect(behind('slow')).to.equal(0);
    head = at(2);
    await pass(time, 5_000);
    head = at(9);
    handled.set('quick', at(9));
    await pass(time, 5_000);
    expect(behind('slow')).to.equal(9);
    expect(behind('quick')).to.equal(0);
    handled.set('slow', at(2));
    expect(behind('slow')).to.equal(4);
    handled.set('slow', at(9));
    expect(behind('slow')).to.equal(0);
  });

  it('calls a reader ahead that has handled more than the log holds, until the log has it', async () => {
    handled.set('slow', at(2)).set('quick', at(1));
    await pass(time, 2_000);
    expect(ahead()).to.deep.equal(['slow']);
    head = at(2);
    await pass(time, 2_000);
    expect(ahead()).to.deep.equal([]);
    standingBy.add('slow');
    handled.set('slow', at(9));
    await pass(time, 2_000);
    expect(ahead()).to.deep.equal([]);
  });

  it('does not blame a reader that stands by for another process', async () => {
    standingBy.add('slow');
    await pass(time, 60_000);
    expect(behind('slow')).to.equal(0);
  });

  it('says since when a reader is behind, however long the log has grown meanwhile', async () => {
    handled.set('slow', at(1)).set('quick', at(1));
    for (let second = 0; second < 2_000; second++) {
      head = at(second + 2);
      handled.set('quick', head);
      await pass(time, 1_000);
    }
    expect(behind('slow')).to.be.within(1_998, 2_000);
  });

  it('says for how long nobody could tell where the log ends', async () => {
    await pass(time, 3_000);
    expect(progress.headUnknownSeconds()).to.equal(0);
    away = true;
    await pass(time, 20_000);
    expect(progress.headUnknownSeconds()).to.be.within(18, 20);
    away = false;
    await pass(time, 1_000);
    expect(progress.headUnknownSeconds()).to.equal(0);
  });
});
