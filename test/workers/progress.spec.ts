import { expect } from 'chai';
import type { JobProgress } from '../../workers/presence/running-jobs.js';
import { progress, type StepSize } from '../../workers/progress.js';

describe('the progress of a step of a job', () => {
  const begun = (size: Omit<StepSize, 'step'>) => {
    const reports: JobProgress[] = [];
    const work = progress((sofar) => reports.push(sofar), { step: 'copy', ...size });
    return { work, told: () => reports.map(({ files, bytes }) => [files, bytes]), reports };
  };

  it('is told at its begin, with what there is to do', () => {
    const { reports } = begun({ files: 2, bytes: null });
    expect(reports).to.deep.equal([{ step: 'copy', files: 0, bytes: 0, ofFiles: 2, ofBytes: null }]);
  });

  it('moves with every file, and with every piece of a large one', () => {
    const { work, told } = begun({ files: 2, bytes: 30 });
    work.begin(10).done(10);
    const large = work.begin(20);
    large.moved(5);
    large.moved(10);
    large.done(20);
    expect(told()).to.deep.equal([
      [0, 0],
      [1, 10],
      [1, 15],
      [1, 25],
      [2, 30],
    ]);
  });

  it('counts no file for more than it has, however often its bytes are read', () => {
    const { work, told } = begun({ files: 2, bytes: 100 });
    const read = work.begin(20);
    read.moved(20);
    read.moved(20);
    read.done(20);
    expect(told().slice(1)).to.deep.equal([
      [0, 20],
      [0, 20],
      [1, 20],
    ]);
  });

  it('is never more than there is to do, also where files are worked again', () => {
    const { work, told } = begun({ files: 1, bytes: 10 });
    work.begin().done(10);
    work.begin().done(10);
    expect(told().at(-1)).to.deep.equal([1, 10]);
  });
});
