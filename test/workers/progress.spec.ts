import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { progress } from '../../workers/progress.js';

const EVERY_MS = 10_000;

describe('the progress of a job', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['performance'] })));
  afterEach(() => clock.restore());

  const store = (of: ReturnType<typeof progress>, bytes: number): void => {
    clock.tick(EVERY_MS);
    of.add({ bytes });
  };

  it('is reported at most every ten seconds, with all that was done by then', async () => {
    const reports: object[] = [];
    const failures: unknown[] = [];
    const work = progress(
      (sofar) => Promise.resolve(void reports.push(sofar)),
      (failure) => failures.push(failure),
    );
    work.add({ bytes: 1 });
    store(work, 2);
    work.add({ bytes: 4 });
    store(work, 8);
    await work.end();
    expect(reports).to.deep.equal([
      { files: 2, bytes: 3 },
      { files: 4, bytes: 15 },
    ]);
    expect(failures).to.deep.equal([]);
  });

  it('is reported whenever that is asked for', async () => {
    const reports: object[] = [];
    const work = progress(
      (sofar) => Promise.resolve(void reports.push(sofar)),
      () => undefined,
    );
    work.report();
    work.add({ bytes: 1 });
    work.report();
    await work.end();
    expect(reports).to.deep.equal([
      { files: 0, bytes: 0 },
      { files: 1, bytes: 1 },
    ]);
  });

  it('goes on after a report that fails: the failure is told at once, and the next report is made', async () => {
    const fault = new Error('the log is away');
    const reports: object[] = [];
    const failures: unknown[] = [];
    const work = progress(
      (sofar) => (reports.push(sofar) === 1 ? Promise.reject(fault) : Promise.resolve()),
      (failure) => failures.push(failure),
    );
    store(work, 1);
    await new Promise((resolve) => setImmediate(resolve)); // a rejection without a handler ends a process by then
    expect(failures).to.deep.equal([fault]);
    store(work, 2);
    await work.end();
    expect(reports).to.deep.equal([
      { files: 1, bytes: 1 },
      { files: 2, bytes: 3 },
    ]);
    expect(failures).to.deep.equal([fault]);
  });
});
