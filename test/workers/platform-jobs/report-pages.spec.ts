import { expect } from 'chai';
import type { JobReportLine } from '../../../events/platform-job.js';
import { ReportPages } from '../../../workers/platform-jobs/report-pages.js';
import { failureOf } from '../../support/failure-of.js';

const line = (message: string): JobReportLine => ({
  ...{ code: 'E092', archivalGroup: 'a/g', key: 'f0/1', expected: null, found: null },
  message,
});

describe('the report of a job', () => {
  const kept = () => {
    const pages: (readonly JobReportLine[])[] = [];
    const report = new ReportPages((page, lines) => {
      expect(page).to.equal(pages.push(lines) - 1);
      return Promise.resolve();
    });
    return { pages, report };
  };

  it('is recorded in pages that a fact has room for, in order', async () => {
    const { pages, report } = kept();
    const messages = Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(900)}`);
    for (const message of messages) report.line(line(message));
    await report.end();
    expect(pages.length).to.be.above(5);
    expect(pages.flat().map(({ message }) => message)).to.deep.equal(messages);
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).to.be.below(200_000);
  });

  it('has no page where there is no line', async () => {
    const { pages, report } = kept();
    expect(await report.end()).to.deep.equal({ errors: [], failures: 0 });
    expect(pages).to.deep.equal([]);
  });

  it('names the first hundred failures as errors, and counts all', async () => {
    const { pages, report } = kept();
    report.line(line('adopted'));
    for (let index = 0; index < 150; index++) report.failure(line(`wrong ${index}`));
    const { errors, failures } = await report.end();
    expect(failures).to.equal(150);
    expect(errors).to.have.length(100);
    expect(errors[0]).to.deep.equal({ path: 'a/g', message: 'E092 f0/1: wrong 0' });
    expect(pages.flat()).to.have.length(151);
  });

  it('ends after fifty pages, while failures are still counted', async () => {
    const { pages, report } = kept();
    const lines = 60 * 160;
    for (let index = 0; index < lines; index++) report.failure(line('x'.repeat(1_000)));
    expect((await report.end()).failures).to.equal(lines);
    expect(pages).to.have.length(50);
  });

  it('fails with what a page could not be recorded for', async () => {
    const fault = new Error('no room');
    const report = new ReportPages(() => Promise.reject(fault));
    report.line(line('one'));
    expect(await failureOf(report.end())).to.equal(fault);
    expect(() => report.line(line('two'))).to.throw(fault);
  });
});
