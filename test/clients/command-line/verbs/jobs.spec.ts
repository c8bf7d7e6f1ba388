import { expect } from 'chai';
import type { Job } from '../../../../clients/api/resources.js';
import { jobs } from '../../../../clients/command-line/verbs/jobs/jobs.js';
import { shortIds } from '../../../../clients/command-line/verbs/jobs/short-ids.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { startJobsServer, type JobsServer } from '../../../support/http/jobs-server.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

const BASE = 'http://localhost:8080';

const job = (jobId: string, group: string | null, members: Partial<Job> = {}): Job => ({
  id: `${BASE}/jobs/${jobId}`,
  type: 'Job',
  jobId,
  kind: 'import',
  state: 'running',
  agent: `${BASE}/agents/ada`,
  priority: 0,
  submitted: '2026-11-26T14:00:00Z',
  begun: '2026-11-26T14:01:00Z',
  finished: null,
  lastModified: '2026-11-26T14:01:00Z',
  archivalGroupName: null,
  claims: 1,
  steps: [],
  planned: null,
  counts: null,
  fromVersion: null,
  process: 'host:1',
  progress: null,
  before: null,
  heldBy: null,
  cancelledBy: null,
  files: null,
  bytes: null,
  summary: null,
  errors: [],
  failures: 0,
  deposit: `${BASE}/deposits/abc`,
  archivalGroup: group === null ? null : `${BASE}/repository/${group}`,
  version: null,
  versionUri: null,
  result: null,
  retryOf: null,
  retriedAs: null,
  ...members,
});

const running = job('vnw69zqbbagh', 'maps/north', {
  progress: {
    step: 'Copying',
    files: 412,
    ofFiles: 3_000,
    bytes: 0,
    ofBytes: null,
    remainingSeconds: 18,
    lastModified: '2026-11-26T14:01:00Z',
  },
});
const waiting = job('q2kd7m3xw4ab', 'letters/1912', { state: 'waiting', begun: null, before: 2 });
const failed = job('hb5cz8n1tr6e', 'maps/south', {
  state: 'completedWithErrors',
  finished: '2026-11-26T14:30:00Z',
  errors: [
    { id: `${BASE}/repository/maps/south/objects/a.tif`, message: 'digest differs' },
    { id: null, message: 'No version was made.' },
  ],
  failures: 14,
});
const done = job('hd2222222222', 'maps/south', {
  state: 'completed',
  finished: '2026-11-20T10:00:00Z',
  files: 3,
  bytes: 12_400,
  version: 'v3',
});
const old: Job = { ...failed, jobId: 'aaaaaaaaaaaa', archivalGroup: null, finished: '2026-11-24T14:30:00Z' };
const cancelled = job('cccccccccccc', 'maps/west', {
  state: 'completedWithErrors',
  finished: '2026-11-26T14:40:00Z',
  cancelledBy: `${BASE}/agents/bo`,
});

describe('jobs', () => {
  inTimeZone('Europe/Berlin');
  const now = new Date('2026-11-27T09:00:00Z');
  const archive = archiveOf({
    groups: { 'maps/south': { versions: [{ files: {} }] } },
    jobs: [failed, waiting, running, cancelled, old, done],
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(jobs, words, { archive, now, ...surroundings });

  it('lists those that run or wait, and those that failed since yesterday', async () => {
    const { out, err, code } = await run([]);
    expect({ out, err, code }).to.deep.equal({
      out: [
        'ID            KIND    STATE    FOR           PROGRESS',
        'vnw69zqbbagh  import  running  maps/north    412 of 3,000 files, 18 s left',
        'q2kd7m3xw4ab  import  waiting  letters/1912  2 before it',
        'hb5cz8n1tr6e  import  failed   maps/south    digest differs: muniment jobs hb5\n',
      ].join('\n'),
      err: '1 running, 1 waiting, 1 failed since yesterday.\n',
      code: 0,
    });
  });

  it('adds who asked, and since when, in 120 columns', async () => {
    const { out } = await run([], { width: 120 });
    expect(out.split('\n').slice(0, 2)).to.deep.equal([
      'ID            KIND    STATE    AGENT  SINCE             FOR           PROGRESS',
      'vnw69zqbbagh  import  running  ada    2026-11-26 15:01  maps/north    412 of 3,000 files, 18 s left',
    ]);
  });

  it('lists all with --all, and those of one group with --for', async () => {
    const { out, err } = await run(['--all', '--for', 'maps/south']);
    expect(out).to.equal(
      [
        'ID            KIND    STATE   FOR         PROGRESS',
        'hb5cz8n1tr6e  import  failed  maps/south  digest differs: muniment jobs hb5',
        'hd2222222222  import  done    maps/south  3 files, 12.4 kB\n',
      ].join('\n'),
    );
    expect(err).to.equal('2 jobs.\n');
    expect((await run(['--all'])).out).to.match(/cccccccccccc {2}import {2}cancelled/);
  });

  it('says that nothing runs', async () => {
    expect(await run([], { archive: archiveOf({}) })).to.include({
      out: '',
      err: 'No job runs or waits, and none failed since yesterday.\n',
    });
  });

  it('writes tabs, UTC and whole errors into a pipe', async () => {
    expect((await run([], { form: 'pipe' })).out).to.contain(
      'hb5cz8n1tr6e\timport\tfailed\tada\t2026-11-26T14:30:00Z\tmaps/south\tdigest differs\n',
    );
  });

  it('shows one job by the first characters of its id', async () => {
    expect((await run(['hb5'])).out).to.equal(
      [
        'hb5cz8n1tr6e  import  failed',
        'for         maps/south',
        'asked for   2026-11-26 15:00:00 +01:00 by ada',
        'begun       2026-11-26 15:01:00 +01:00',
        'ended       2026-11-26 15:30:00 +01:00',
        'errors      14',
        '            maps/south/objects/a.tif: digest differs',
        '            No version was made.',
        '            and 12 more\n',
      ].join('\n'),
    );
    expect((await run(['vnw'])).out).to.contain('progress    412 of 3,000 files, 18 s left\n');
    expect((await run(['hd'])).out).to.contain('worked on   3 files, 12.4 kB\nversion     v3\n');
    expect((await run(['ccc'])).out).to.contain('ended       2026-11-26 15:40:00 +01:00 by bo\n');
  });

  it('refuses an id that no job has, or more than one', async () => {
    expect((await run(['zz'])).fault?.message).to.equal('There is no job zz.');
    expect((await run(['h'])).fault?.message).to.equal('2 jobs begin with h: hb5cz8n1tr6e, hd2222222222.');
  });

  it('gives one JSON line for each job, as the service does', async () => {
    const { records, summary } = await run([], { form: 'json' });
    expect(records[0]).to.deep.equal({ ...running, type: 'job' });
    expect(summary).to.deep.equal({ jobs: 3, states: { running: 1, waiting: 1, failed: 1 } });
  });

  it('refuses an action that is none, or that names no job', async () => {
    expect((await run(['stop', 'vnw'])).fault?.message).to.equal('jobs has no action stop.');
    expect((await run(['cancel'])).fault?.message).to.equal('jobs cancel needs the id of a job.');
  });

  describe('over a platform', () => {
    let server: JobsServer | null = null;
    const over = async (words: string[], ...on: Parameters<typeof startJobsServer>) => {
      server = await startJobsServer(...on);
      return run(words, { service: server.service });
    };
    afterEach(async () => {
      await server?.close();
      server = null;
    });

    it('cancels, holds, releases a job, and asks for it again', async () => {
      expect((await over(['cancel', 'vnw'], [running], { told: running })).out).to.equal(
        'Cancelled import vnw69zqbbagh of maps/north.\n',
      );
      expect(server?.asked).to.deep.equal(['POST /jobs/vnw69zqbbagh/cancel']);
      await server?.close();
      expect((await over(['hold', 'q2'], [waiting], { told: waiting })).out).to.match(/^Held import q2kd/);
      await server?.close();
      expect((await over(['release', 'q2'], [waiting], { told: waiting })).out).to.match(/^Released import q2kd/);
      await server?.close();
      expect((await over(['retry', 'hb5'], [failed], { told: waiting })).out).to.equal(
        'Asked again for import hb5cz8n1tr6e of maps/south as q2kd7m3xw4ab.\n',
      );
    });

    it('tells why a job cannot be cancelled', async () => {
      const told = 'Version 2 is already decided; import job vnw69zqbbagh cannot be cancelled.';
      const { fault } = await over(['cancel', 'vnw6'], [running], { told });
      expect(fault?.message).to.equal('Version 2 is already decided; it cannot be cancelled.');
      expect(fault?.about).to.include({ code: 'job-refused', next: 'muniment jobs follow vnw6' });
      await server?.close();
      const ended = await over(['hold', 'hb5'], [failed], { told: 'Job hb5cz8n1tr6e has ended.' });
      expect(ended.fault?.about.next).to.equal('muniment jobs hb5c');
    });

    it('follows a job to its end', async () => {
      const end = { ...running, state: 'completed' as const, finished: '2026-11-26T14:30:00Z', files: 3_000 };
      const { out, code } = await over(['follow', 'vnw'], [running], { later: [running, end] });
      expect({ out, code }).to.deep.equal({ out: 'import vnw69zqbbagh of maps/north: done, 3,000 files.\n', code: 0 });
    });

    it('ends with 1 where the job that it followed failed', async () => {
      const { out, code } = await over(['follow', 'hb5'], [failed]);
      expect({ out, code }).to.deep.equal({
        out: 'FAILED: import hb5cz8n1tr6e of maps/south: digest differs.\n',
        code: 1,
      });
    });
  });
});

describe('the first characters of ids', () => {
  it('are three, or as many as tell one from the others', () => {
    expect([...shortIds(['abcdef', 'abcxyz', 'q'])]).to.deep.equal([
      ['abcdef', 'abcd'],
      ['abcxyz', 'abcx'],
      ['q', 'q'],
    ]);
  });
});
