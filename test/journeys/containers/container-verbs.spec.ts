import { expect } from 'chai';
import { containers } from '../../../clients/command-line/verbs/containers/containers.js';
import { newContainer } from '../../gateways/conversation.js';
import { startedServices } from '../../gateways/live-services.js';
import { checkedDocument } from '../../support/command-line/json-schema.js';
import { runVerb, type VerbRun } from '../../support/command-line/run-verb.js';

describe('the verb containers, over a platform', () => {
  let above = '';
  let preservation = '';
  before(async () => {
    const live = await startedServices();
    preservation = live.preservation;
    above = await newContainer(live);
  });
  const run = (...words: readonly string[]): Promise<VerbRun> => {
    const service = { preservation, authHeaders: () => Promise.resolve({}), isOwn: false };
    return runVerb(containers, words, { service });
  };
  const shown = async (path: string): Promise<{ readonly status: number; readonly name: string }> => {
    const response = await fetch(`${preservation}/repository/${path}`);
    return { status: response.status, name: ((await response.json()) as { readonly name: string }).name };
  };

  it('makes a container with a name, or with that of its path', async () => {
    const { out, code, summary } = await run('make', `${above}/1912`, '--name', 'Letters of 1912');
    expect([out, code]).to.deep.equal([`Made container ${above}/1912.\n`, 0]);
    checkedDocument('containers', `${JSON.stringify({ ok: true, ...summary })}\n`);
    expect(await shown(`${above}/1912`)).to.deep.equal({ status: 200, name: 'Letters of 1912' });
    await run('make', `${above}/1913`);
    expect((await shown(`${above}/1913`)).status).to.equal(200);
  });

  it('deletes an empty container, whose path is kept until it is purged', async () => {
    const path = `${above}/gone`;
    await run('make', path);
    const { out, summary } = await run('delete', path);
    expect(out).to.equal(`Deleted container ${path}.\n`);
    checkedDocument('containers', `${JSON.stringify({ ok: true, ...summary })}\n`);
    expect((await shown(path)).status).to.equal(410);
    expect((await run('make', path)).fault?.code).to.equal('container-refused');
    expect((await run('delete', path, '--purge')).out).to.equal(`Purged container ${path}.\n`);
    expect((await run('make', path)).code).to.equal(0);
  });

  it('says in the words of the service why something is not possible', async () => {
    await run('make', `${above}/full`);
    await run('make', `${above}/full/inner`);
    for (const words of [
      ['make', `${above}/full`],
      ['make', `${above}/nowhere/inner`],
      ['delete', `${above}/full`],
      ['delete', `${above}/nowhere`],
    ]) {
      const { fault } = await run(...words);
      expect(fault?.code, words.join(' ')).to.equal('container-refused');
      expect(fault?.message, words.join(' '))
        .to.match(/^[A-Z].* /)
        .and.not.to.include('http');
    }
  });

  it('needs an action, a path and the options of that action', async () => {
    const sentences = [
      [[], 'containers needs an action: make, delete.'],
      [['make'], 'containers make needs <path>.'],
      [['mak', 'a'], 'There is no action "mak" of containers. Did you mean make?'],
      [['make', '/'], 'containers make needs the path of a container.'],
      [['make', 'a@v1'], 'A container has no versions.'],
      [['make', 'a', '--purge'], 'There is no option "--purge" of containers make.'],
    ] as const;
    for (const [words, sentence] of sentences) {
      const { fault } = await run(...words);
      expect(fault?.message).to.equal(sentence);
      expect(fault?.about.exit).to.equal(2);
    }
  });
});
