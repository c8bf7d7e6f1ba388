import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import type { Interruption } from '../../infra/compose/commands/command-surroundings.js';
import { runPreserve } from '../../infra/compose/commands/run-preserve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { standIns } from '../support/tools/stand-in.js';
import { zipOf } from '../support/tools/zip-archive.js';

describe('preserving a folder with the tools', () => {
  const root = temporaryFolder();
  const put = (path: string, text: string | Buffer): void => {
    mkdirSync(join(root(), 'box'), { recursive: true });
    writeFileSync(join(root(), 'box', path), text);
  };
  const run = async (words: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) => {
    const shown = { output: '', messages: '' };
    const code = await runPreserve([join(root(), 'box'), '--as', 'letters/1911', '--tools', ...words], {
      environment: {
        MUNIMENT_DATA: join(root(), 'data'),
        MUNIMENT_LOG_LEVEL: 'error',
        MUNIMENT_TOOL_PATH: standIns(join(root(), 'bin'), 'sf', 'clamscan', 'exiftool'),
        MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
        ...environment,
      },
      output: { write: (text) => (shown.output += text) },
      messages: { write: (text) => (shown.messages += text) },
      interrupted: new Promise<Interruption>(() => undefined),
    });
    return { code, ...shown };
  };
  const contentOf = (output: string, version: string): string[] => {
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(output) ?? [];
    return readdirSync(join(object, version, 'content'), { recursive: true, encoding: 'utf8' });
  };

  it('shows the formats, preserves the report with the files, and makes no version of an unchanged folder', async () => {
    put('a letter.txt', 'Dear Clara');
    const first = await run();
    expect(first.code, first.messages).to.equal(0);
    expect(first.output).to.match(/^formats +1 of 1 files identified\n +1 {2}x-fmt\/111 +Plain Text File$/m);
    expect(contentOf(first.output, 'v1')).to.include.members([
      'objects/a letter.txt',
      'metadata/batchreport/report.html',
      'metadata/exif/exif_output.txt',
    ]);
    const again = await run();
    expect(again.output)
      .to.match(/^version +v1$/m)
      .and.to.match(/^changed +nothing/m);
  });

  it('looks at the whole folder for each version, and adds only what has changed', async () => {
    put('a.txt', 'a');
    await run();
    put('b.txt', 'b');
    const second = await run();
    expect(second.code, second.messages).to.equal(0);
    expect(second.output)
      .to.match(/^formats +2 of 2 files identified$/m)
      .and.to.match(/^version +v2$/m);
    const content = contentOf(second.output, 'v2');
    expect(content).to.include('objects/b.txt').and.to.include('metadata/batchreport/formatid.csv');
    expect(content).to.not.include('objects/a.txt');
  });

  it('imports nothing with a virus until that is approved', async () => {
    put('a.txt', eicar());
    const refused = await run();
    expect(refused.code).to.equal(3);
    expect(refused.messages).to.match(/A virus was found in 1 file: objects\/a\.txt\./);
    const approved = await run(['--yes']);
    expect(approved.code, approved.messages).to.equal(0);
    expect(approved.output).to.match(/^with a virus +1: objects\/a\.txt$/m);
  });

  it('imports nothing that was not scanned, whether or not others have a virus, until that is approved', async () => {
    put('odd.zip', zipOf(Buffer.from('a'), { method: 14 }));
    const refused = await run();
    expect(refused.code, refused.messages).to.equal(3);
    expect(refused.messages).to.match(/1 file was not scanned for viruses, or not to the end: objects\/odd\.zip\./);
    put('a.txt', eicar());
    expect((await run()).messages).to.match(
      /A virus was found in 1 file: objects\/a\.txt\. 1 file was not scanned for viruses, or not to the end: objects\/odd\.zip\./,
    );
    const approved = await run(['--yes']);
    expect(approved.code, approved.messages).to.equal(0);
    expect(approved.output)
      .to.match(/^version +v1$/m)
      .and.to.match(/^not scanned +1 for viruses, or not to the end: objects\/odd\.zip \(/m);
  });

  it('says which tool is missing, and imports nothing', async () => {
    put('a.txt', 'a');
    const { code, messages } = await run([], { MUNIMENT_TOOL_CLAMSCAN: 'no-clamscan' });
    expect(code).to.equal(1);
    expect(messages).to.match(/nothing was imported: .*(?:ClamAV|clamav).*npm run tools -- install/s);
  });
});
