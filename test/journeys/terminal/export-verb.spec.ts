import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { exportVerb } from '../../../clients/command-line/verbs/export/export.js';
import { jobs } from '../../../clients/command-line/verbs/jobs/jobs.js';
import { newContainer } from '../../gateways/conversation.js';
import { startedServices, type LiveServices } from '../../gateways/live-services.js';
import { preserveVersions } from '../../gateways/preserved-versions.js';
import { collected } from '../../support/collected.js';
import { checkedLines } from '../../support/command-line/json-schema.js';
import { runVerb, type VerbRun } from '../../support/command-line/run-verb.js';

const FIRST = { agent: 'ada', message: null, files: { 'objects/a #1.txt': { text: 'one' } } };
const SECOND = { ...FIRST, files: { 'objects/a #1.txt': { text: 'two' }, 'objects/b.txt': { text: 'three' } } };

describe('the verb export, over a platform', () => {
  let live: LiveServices;
  let group = '';
  before(async () => {
    live = await startedServices();
    const container = await newContainer(live);
    group = `${container}/maps`;
    await preserveVersions(live, container, { path: 'maps', name: 'Maps', versions: [FIRST, SECOND] });
  });
  const run = (
    verb: typeof jobs,
    words: readonly string[],
    form: 'terminal' | 'json' = 'terminal',
  ): Promise<VerbRun> => {
    const service = { preservation: live.preservation, authHeaders: () => Promise.resolve({}), isOwn: false };
    return runVerb(verb, words, { service, form });
  };
  const place = (name: string): string => `s3://${live.places.workspaceBucket}/exports/${group}/${name}`;
  const keysBelow = async (name: string): Promise<string[]> => {
    const prefix = `exports/${group}/${name}/`;
    const found = await collected(live.bytes.list(live.places.workspaceBucket, prefix));
    return found.map(({ key }) => key.slice(prefix.length));
  };

  it('copies the newest version, or the one that is named, and waits for the end', async () => {
    const { out, code } = await run(exportVerb, [group, '--to', place('newest')]);
    expect(out).to.equal(`Exported ${group}@v2 to ${place('newest')}: 3 stored files, compared.\n`);
    expect(code).to.equal(0);
    expect(await keysBelow('newest')).to.deep.equal(['mets.xml', 'objects/a #1.txt', 'objects/b.txt']);
    const { records, summary } = await run(exportVerb, [`${group}@v1`, '--to', place('first')], 'json');
    expect(await keysBelow('first')).to.deep.equal(['mets.xml', 'objects/a #1.txt']);
    const lines = [...records, { type: 'summary', ok: true, ...summary }].map((line) => `${JSON.stringify(line)}\n`);
    checkedLines('export', lines.join(''));
  });

  it('copies the METS alone, without a job', async () => {
    const words = [`${group}@v1`, '--mets-only', '--to', place('mets')];
    const { out, code } = await run(exportVerb, words);
    expect(out).to.equal(`Exported the METS of ${group}@v1 to ${place('mets')}: 1 stored file, compared.\n`);
    expect(code).to.equal(0);
    expect(await keysBelow('mets')).to.deep.equal(['mets.xml']);
    const again = await run(exportVerb, words);
    expect(again.fault?.code).to.equal('export-refused');
    const other = [group, '--mets-only', '--to', place('other')];
    const { records, summary } = await run(exportVerb, other, 'json');
    expect(records).to.deep.equal([]);
    checkedLines('export', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
    expect(summary).to.deep.include({ version: 2, job: null });
  });

  it('says in the words of the service why something is not possible', async () => {
    await run(exportVerb, [group, '--to', place('twice')]);
    const again = await run(exportVerb, [group, '--to', place('twice')]);
    expect(again.fault?.code).to.equal('export-refused');
    expect(again.fault?.message).to.match(/^There are objects below .*mets\.xml/);
    const elsewhere = await run(exportVerb, [group, '--to', 's3://elsewhere/x']);
    expect(elsewhere.fault?.message).to.match(/^Nothing can be exported to s3:\/\/elsewhere\/x/);
  });

  it('needs a group, and a place in S3', async () => {
    const sentences = [
      [[group], 'export needs a place to copy to.'],
      [[group, '--to', 'out'], 'export copies to S3, and out is no place there.'],
      [[`${group}/b.txt`, '--to', place('x')], 'export is about a whole archival group, not about b.txt in it.'],
    ] as const;
    for (const [words, sentence] of sentences) {
      const { fault } = await run(exportVerb, words);
      expect(fault?.message).to.equal(sentence);
      expect(fault?.about.exit).to.equal(2);
    }
    expect((await run(exportVerb, [`${group}@v3`, '--to', place('x')])).fault?.code).to.equal('version-not-found');
  });

  it('leaves a job that can be waited for by the name of its group, with others', async () => {
    live.exports.hold();
    const asked = run(exportVerb, [group, '--to', place('held')]);
    const isAsked = async (): Promise<boolean> => {
      const answer = await fetch(`${live.preservation}/jobs?kind=export&state=waiting,running&group=${group}`);
      return ((await answer.json()) as { readonly total: number }).total > 0;
    };
    while (!(await isAsked())) await nextTurn();
    const followed = run(jobs, ['follow', '--for', group]);
    live.exports.letGo();
    expect((await followed).out).to.match(/^export \w+ of .*: done, 3 files\.\n$/);
    expect((await followed).code).to.equal(0);
    expect((await asked).code).to.equal(0);
    const none = await run(jobs, ['follow', '--for', group]);
    expect([none.err, none.code]).to.deep.equal([`No job of ${group} runs or waits.\n`, 0]);
  });
});
