import { expect } from 'chai';
import type { ArchivedEvent } from '../../../../clients/archive/archive.js';
import { history } from '../../../../clients/command-line/verbs/history/history.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

const event = (members: { at: string; agent: string; sentence: string; type?: string }): ArchivedEvent => ({
  id: members.at,
  type: 'ImportStarted',
  correlationId: 'c1',
  occurredAt: members.at,
  ...members,
});

describe('history', () => {
  inTimeZone('Europe/Berlin');
  const events = [
    event({
      at: '2026-11-26T14:53:12Z',
      agent: 'http://localhost/agents/ada',
      sentence: 'ada made version v2: 9 files, 2 of them new.',
      type: 'VersionCommitDecided',
    }),
    event({
      at: '2026-11-26T14:53:11Z',
      agent: 'http://localhost/agents/platform',
      sentence: 'Import job vnw69zqbbagh began on version v1.',
    }),
  ];
  const archive = archiveOf({ groups: { 'letters/1911': { ...lettersGroup(), events } } });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(history, words, { archive, ...surroundings });

  it('shows when, who and what, newest first', async () => {
    expect((await run(['letters/1911'])).out).to.equal(
      '2026-11-26 15:53:12  ada       made version v2: 9 files, 2 of them new\n' +
        '2026-11-26 15:53:11  platform  Import job vnw69zqbbagh began on version v1\n',
    );
  });

  it('writes UTC with tabs into a pipe', async () => {
    expect((await run(['letters/1911'], { form: 'pipe' })).out).to.match(
      /^2026-11-26T14:53:12Z\tada\tmade version v2: 9 files, 2 of them new\n/,
    );
  });

  it('gives one JSON line for each event', async () => {
    const { records, summary } = await run(['letters/1911'], { form: 'json' });
    expect(records[0]).to.include({
      type: 'event',
      event: 'VersionCommitDecided',
      at: '2026-11-26T14:53:12Z',
      agent: 'http://localhost/agents/ada',
      sentence: 'ada made version v2: 9 files, 2 of them new.',
    });
    expect(summary).to.deep.equal({ group: 'letters/1911', events: 2 });
  });

  it('refuses a file, a version, and a container', async () => {
    const { fault } = await run(['letters/1911/index.csv']);
    expect(fault?.about).to.include({ exit: 2, next: 'muniment log letters/1911/index.csv' });
    expect((await run(['letters'])).fault?.message).to.equal('letters is a container, not an archival group.');
    expect((await run(['letters/1911@v1'])).fault?.about.exit).to.equal(2);
  });
});
