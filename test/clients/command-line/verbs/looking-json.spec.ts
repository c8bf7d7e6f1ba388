import { expect } from 'chai';
import type { Verb } from '../../../../clients/command-line/program/verb.js';
import { diff } from '../../../../clients/command-line/verbs/diff/diff.js';
import { find } from '../../../../clients/command-line/verbs/find/find.js';
import { history } from '../../../../clients/command-line/verbs/history/history.js';
import { jobs } from '../../../../clients/command-line/verbs/jobs/jobs.js';
import { log } from '../../../../clients/command-line/verbs/log/log.js';
import { ls } from '../../../../clients/command-line/verbs/ls/ls.js';
import { show } from '../../../../clients/command-line/verbs/show/show.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { checkedDocument, checkedLines } from '../../../support/command-line/json-schema.js';
import { runVerb } from '../../../support/command-line/run-verb.js';

describe('the JSON of the verbs that look', () => {
  const at = '2026-11-26T14:53:12Z';
  const agent = 'http://localhost/agents/ada';
  const event = { type: 'ImportStarted', occurredAt: at, id: 'e', at, agent, sentence: 'Import job a began.' };
  const described = {
    format: { name: 'PNG', version: null, key: 'fmt/12' },
    virus: { found: true, name: 'Eicar' },
    digest: { algorithm: 'sha512' as const, value: 'ab'.repeat(64) },
  };
  const archive = archiveOf({
    groups: {
      'letters/1911': { ...lettersGroup(), events: [event] },
      'letters/scans': { versions: [{ files: { 'objects/a.png': { bytes: 'a', ...described } } }] },
    },
    jobs: [
      {
        id: 'http://localhost/jobs/a',
        jobId: 'a',
        kind: 'audit',
        state: 'completed',
        agent,
        submitted: at,
        begun: at,
        finished: at,
        archivalGroup: null,
        cancelledBy: null,
        failures: 0,
      },
    ],
  });

  const cases: readonly (readonly [Verb, ...string[]])[] = [
    [ls],
    [ls, '-l', 'letters'],
    [ls, 'letters/1911'],
    [ls, '-r', '--stored', 'letters/scans'],
    [find, 'mill'],
    [find, 'mill', '--in', 'letters/1911'],
    [log, 'letters/1911'],
    [log, 'letters/1911/pictures'],
    [log, 'letters/1911/pictures/the mill.svg'],
    [diff, 'letters/1911@v1', '@v2'],
    [history, 'letters/1911'],
    [jobs, '--all'],
    [jobs, 'a'],
  ];
  for (const [verb, ...words] of cases)
    it(`is as its schema says, and ends with a summary: ${verb.name} ${words.join(' ')}`, async () => {
      const { records, summary } = await runVerb(verb, words, { archive, form: 'json' });
      const lines = [...records, { type: 'summary', ok: true, ...summary }];
      const read = checkedLines(verb.name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      expect(read).to.have.length.above(1);
    });

  it('is one document of show, as its schema says', async () => {
    for (const word of ['letters/1911@v1', 'letters/scans']) {
      const { records, summary } = await runVerb(show, [word], { archive, form: 'json' });
      expect(records).to.deep.equal([]);
      checkedDocument('show', JSON.stringify({ ok: true, ...summary }));
    }
  });
});
