import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { unlessDiskRefuses } from '../../../../infra/compose/commands/unless-disk-refuses.js';

describe('work for which the disk must take what is written', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  const full = Object.assign(new Error('no room'), { code: 'database-full' });
  const never = new Promise<never>(() => undefined);
  const errorOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => error,
    );

  it('ends with what the disk refuses once that has lasted for long enough', async () => {
    const ended = errorOf(unlessDiskRefuses(never, () => full, 30_000));
    await clock.tickAsync(31_000);
    expect(await ended).to.equal(full);
  });

  it('goes on after a refusal that passes', async () => {
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    let refused: Error | null = full;
    const ended = errorOf(unlessDiskRefuses(work, () => refused, 30_000));
    await clock.tickAsync(29_000);
    refused = null;
    await clock.tickAsync(1_000);
    refused = full;
    await clock.tickAsync(29_000);
    finish();
    expect(await ended).to.equal('done');
  });
});
