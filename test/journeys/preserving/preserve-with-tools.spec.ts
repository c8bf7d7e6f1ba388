import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../../infra/tools/clamav/eicar.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { standIns } from '../../support/tools/stand-in.js';
import { zipOf } from '../../support/tools/zip-archive.js';
import { onlyObject } from '../../support/command-line/only-object.js';
import { preserveEnd } from '../../support/command-line/preserve-end.js';

describe('preserving a folder with the tools', () => {
  const root = temporaryFolder();
  const put = (path: string, text: string | Buffer): void => {
    mkdirSync(join(root(), 'box'), { recursive: true });
    writeFileSync(join(root(), 'box', path), text);
  };
  const run = (words: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) =>
    preserveEnd([join(root(), 'box'), '--as', 'letters/1911', '--tools', ...words], {
      environment: {
        MUNIMENT_DATA: join(root(), 'data'),
        MUNIMENT_TOOL_PATH: standIns(join(root(), 'bin'), 'sf', 'clamscan', 'exiftool'),
        MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
        ...environment,
      },
    });
  const contentOf = (version: string): string[] =>
    readdirSync(join(onlyObject(join(root(), 'data')), version, 'content'), { recursive: true, encoding: 'utf8' });

  it('shows the formats, preserves the report with the files, and makes no version of an unchanged folder', async () => {
    put('a letter.txt', 'Dear Clara');
    const first = await run();
    expect(first.code, first.messages).to.equal(0);
    expect(first.messages).to.match(/^formats +1 of 1 files identified\n +1 {2}x-fmt\/111 +Plain Text File$/m);
    expect(contentOf('v1')).to.include.members([
      'objects/a letter.txt',
      'metadata/batchreport/report.html',
      'metadata/exif/exif_output.txt',
    ]);
    const again = await run();
    expect(again.output).to.contain('is the same as letters/1911@v1. No version was made.');
  });

  it('looks at the whole folder for each version, and adds only what has changed', async () => {
    put('a.txt', 'a');
    await run();
    put('b.txt', 'b');
    const second = await run();
    expect(second.code, second.messages).to.equal(0);
    expect(second.messages).to.match(/^formats +2 of 2 files identified$/m);
    expect(second.output).to.contain('letters/1911@v2');
    const content = contentOf('v2');
    expect(content).to.include('objects/b.txt').and.to.include('metadata/batchreport/formatid.csv');
    expect(content).to.not.include('objects/a.txt');
  });

  it('imports nothing with a virus until that is approved', async () => {
    put('a.txt', eicar());
    put('b.txt', 'b');
    const refused = await run(['--yes']);
    expect(refused.code, refused.messages).to.equal(3);
    expect(refused.messages).to.match(
      /^muniment: A virus was found in 1 file: a\.txt(?: \(.*\))?\. No version was made\.\nNext: --exclude a\.txt, or --accept-infected a\.txt\n$/m,
    );
    const without = await run(['--exclude', 'a.txt']);
    expect(without.code, without.messages).to.equal(0);
    expect(without.messages)
      .to.match(/^formats +1 of 1 files identified$/m)
      .and.to.not.match(/with a virus/m);
    const accepted = await run(['--accept-infected', 'a.txt']);
    expect(accepted.code, accepted.messages).to.equal(0);
    expect(accepted.messages).to.match(/^Note: preserved with a virus: a\.txt\.$/m);
  });

  it('imports nothing that was not scanned, whether or not others have a virus, until that is approved', async () => {
    put('odd.zip', zipOf(Buffer.from('a'), { method: 14 }));
    const refused = await run();
    expect(refused.code, refused.messages).to.equal(3);
    expect(refused.messages).to.match(/1 file was not scanned for viruses, or not to the end: odd\.zip\./);
    put('a.txt', eicar());
    expect((await run()).messages).to.match(
      /A virus was found in 1 file: a\.txt(?: \(.*\))?\. 1 file was not scanned for viruses, or not to the end: odd\.zip\. No version was made\./,
    );
    const approved = await run(['--yes', '--accept-infected', 'a.txt']);
    expect(approved.code, approved.messages).to.equal(0);
    expect(approved.output).to.contain('letters/1911@v1');
    expect(approved.messages).to.match(/^Note: not scanned for viruses: odd\.zip\.$/m);
  });

  it('says which tool is missing, and imports nothing', async () => {
    put('a.txt', 'a');
    const { code, messages } = await run([], { MUNIMENT_TOOL_CLAMSCAN: 'no-clamscan' });
    expect(code).to.equal(1);
    expect(messages).to.match(
      /^muniment: The run of the tools failed: .*(?:ClamAV|clamav).* No version was made\.\nNext: muniment tools check$/ms,
    );
  });
});
