import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { heldJobs } from '../support/platform/held-jobs.js';
import { until } from '../support/scheduling/until.js';
import { shellCommand } from '../support/tools/stand-in.js';
import { openConsole, type OpenedConsole } from './console.js';

/** In place of Siegfried: tells its version, and is at work on files until it is ended. */
const NEVER_DONE = `case "$*" in
*version*) echo 'siegfried 1.11.1' ;;
*) exec '${process.execPath}' -e 'setInterval(() => {}, 60_000)' ;;
esac`;

describe('jobs that wait and jobs that failed, in the console, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muniment-'));
  const imports = heldJobs();
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole({
      ports: imports.ports,
      environment: {
        MUNIMENT_CONCURRENT_JOBS: '1',
        MUNIMENT_TOOLS: 'siegfried',
        MUNIMENT_TOOL_SIEGFRIED: join(shellCommand(folder, 'sf', NEVER_DONE), 'sf'),
      },
    });
    if (here === null) return this.skip();
    await runTools('at-work');
  });
  after(async () => {
    await here?.close();
    rmSync(folder, { recursive: true });
  });

  /** Asks for a run of the tools, which waits while the first one runs; its id. */
  const runTools = async (name: string): Promise<string> => {
    const deposit = await here!.recorded(name, { 'objects/a.txt': 'a' });
    const { call } = here!.platform;
    expect((await call('POST', `/deposits/${deposit}/pipeline`)).status).to.equal(204);
    const { body } = await call<{ jobs: { jobId: string }[] }>('GET', `/jobs?deposit=${deposit}`);
    return body.jobs[0]!.jobId;
  };
  it('say, where their deposit would be deleted, that it cannot be now', async () => {
    const deposit = await here!.recorded('waits-to-be-imported', { 'objects/a.txt': 'a' });
    imports.hold();
    const { call, ready } = here!.platform;
    const id = `${ready.preservation}/deposits/${deposit}/importjobs/diff`;
    expect((await call('POST', `/deposits/${deposit}/importjobs`, { id })).status).to.equal(201);
    const opened = await here!.open(`/deposits/${deposit}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'More of this deposit' }).click();
    await page.getByRole('menuitem', { name: 'Delete the deposit' }).click();
    await page.getByText('Its import has not ended').waitFor();
    await expectNoFault(opened);
    await page.getByRole('button', { name: 'Open the job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import of waits-to-be-imported' }).waitFor();
    imports.letGo();
    await leave(opened);
  });
  const shown = async (jobId: string): Promise<{ state: string; priority: number }> =>
    (await here!.platform.call<{ state: string; priority: number }>('GET', `/jobs/${jobId}`)).body;

  it('are held, go on, and change their turn', async () => {
    const jobId = await runTools('waits');
    const opened = await here!.open(`/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Hold' }).click();
    await page.getByRole('button', { name: 'Let it go on' }).waitFor();
    expect((await shown(jobId)).state).to.equal('held');
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page.getByRole('button', { name: 'Hold' }).waitFor();
    expect((await shown(jobId)).state).to.equal('waiting');
    await page.getByRole('button', { name: 'Sooner' }).click();
    await page.getByRole('button', { name: 'Sooner', pressed: true }).waitFor();
    await until('it has another turn', async () => (await shown(jobId)).priority > 0);
    await leave(opened);
  });

  it('are listed with what was wrong and what to do below each, and asked for again there', async () => {
    const jobId = await runTools('ended');
    const opened = await here!.open(`/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'End this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End this run' }).click();
    await page.getByRole('alert').waitFor();
    await page.goto(here!.at('/jobs?state=completedWithErrors'));
    const table = page.getByRole('table');
    await table.getByText('Run the tools again when you like.').waitFor();
    expect(await page.getByRole('alert').count(), 'an old failure interrupts nobody').to.equal(0);
    await expectNoFault(opened);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 400, height: 800 });
    await expectNoFault(opened);
    await table.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Repeats', { exact: true }).waitFor();
    await page.getByRole('link', { name: jobId }).first().waitFor();
    await page.goto(here!.at('/jobs?state=completedWithErrors'));
    await table.getByRole('link', { name: /^Tried again as/ }).waitFor();
    expect(await table.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    await leave(opened);
  });
});
