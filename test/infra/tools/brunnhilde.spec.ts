import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { brunnhilde } from '../../../infra/tools/brunnhilde.js';
import { pipelineTools } from '../../../infra/tools/pipeline-tools.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { shellCommand } from '../../support/tools/stand-in.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, toolsConfig } from '../../support/tools/tool-files.js';

const COMPLETE = 'echo "INFO: Brunnhilde characterization complete. Reports written to $4." >&2';
const log = (known: number): string =>
  `mkdir -p "$4/logs" && echo 'Known viruses: ${known}' > "$4/logs/viruscheck-log.txt"`;

describe('Brunnhilde, played by a stand-in', () => {
  const folder = temporaryFolder();
  const config = (script: string) => {
    const bin = join(folder(), 'bin');
    for (const name of ['sf', 'clamscan', 'tree']) shellCommand(bin, name, 'exit 0');
    return toolsConfig(shellCommand(bin, 'brunnhilde.py', script));
  };
  const report = (script: string, source = join(folder(), 'objects')): Promise<void> => {
    mkdirSync(source, { recursive: true });
    return brunnhilde('brunnhilde.py', config(script)).report(source, join(folder(), 'report'), anyCall());
  };

  it('has written its report when it says so', () => report(`${log(1)}; ${COMPLETE}`));

  for (const [what, script] of [
    ['does not say that it is complete', log(1)],
    ['ends with an error', `${log(1)}; ${COMPLETE}; exit 1`],
    ['has scanned without signatures', `${log(0)}; ${COMPLETE}`],
    ['has not scanned', COMPLETE],
  ] as const)
    it(`is a failure of the tool where it ${what}`, async () =>
      expect(await failureOf(report(script))).to.include({ name: 'ToolFailure', tool: 'brunnhilde', kind: 'failed' }));

  it('is told from one without signatures where its scan did not come to an end', async () =>
    expect(await failureOf(report(COMPLETE))).to.have.property(
      'message',
      'Brunnhilde has no whole log of its virus scan: clamscan did not come to its end.',
    ));

  it('is not given a folder that a shell would read as a command', async () =>
    expect(await failureOf(report(`${log(1)}; ${COMPLETE}`, join(folder(), 'a$(reboot)b'))))
      .to.have.property('message')
      .that.contains('cannot be given the folder'));

  it('is used only where all that it needs is installed', () => {
    expect(pipelineTools(config('exit 0')).reporter).to.not.equal(null);
    const without = { ...config('exit 0'), path: join(folder(), 'nothing') };
    expect(pipelineTools(without).reporter).to.equal(null);
  });

  it('is not used where it is not wanted, like the other tools', () => {
    const none = { ...config('exit 0'), wanted: [] };
    expect(pipelineTools(none)).to.deep.equal({ identifier: null, scanner: null, extractor: null, reporter: null });
  });
});
