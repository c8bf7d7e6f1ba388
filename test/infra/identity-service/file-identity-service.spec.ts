import { rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { IdentityServiceFault } from '../../../formats/identity-records/identity-service.js';
import { fileIdentityService } from '../../../infra/identity-service/file-identity-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const line = (...records: readonly string[]): string => `[\n${records.join(',\n')}\n]\n`;
const A = '{"id": "a", "catirn": "1"}';

describe('identity records in a file', () => {
  const folder = temporaryFolder();
  let file: string;
  beforeEach(() => {
    file = join(folder(), 'records.json');
  });

  const causeOf = async (text: string | Buffer): Promise<string> => {
    await writeFile(file, text);
    const fault: unknown = await fileIdentityService(file)
      .check()
      .catch((error: unknown) => error);
    if (!(fault instanceof IdentityServiceFault)) return 'none';
    expect(fault.message).not.to.contain(folder());
    expect(fault).to.include({ code: 'identity-service-unusable', transient: false });
    return (fault.cause as Error).message.replace(`${file}, `, '');
  };

  const usable: readonly (readonly [string, string])[] = [
    ['no record', '[]'],
    ['no record, with white space', ' [\r\n\t] \n'],
    ['a byte order mark', `\ufeff[${A}]`],
    ['brackets, commas and escapes in its texts', String.raw`[{"id":"],[\"}\\","title":"\u005d,{"}]`],
  ];
  for (const [what, text] of usable) it(`may have ${what}`, async () => expect(await causeOf(text)).to.equal('none'));

  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['is empty', '', /^line 1: .*not a JSON array/],
    ['has an object around the records', `\n{"records": [${A}]}`, /^line 2: .*not a JSON array/],
    ['ends early', `[\n${A},\n{"id": "b"`, /^line 3: .*no end/],
    ['has no closing bracket', `[\n${A}\n`, /^line 2: .*no end/],
    ['has a text without end', `[\n${A},\n{"id": "b}]\n`, /^line 3: .*no end/],
    ['has a comma behind the last record', `[\n${A},\n]`, /^line 3: a record is missing/],
    ['has a comma before the first record', `[\n,${A}]`, /^line 2: a record is missing/],
    ['has something behind the array', `[${A}]\n\n[]`, /^line 3: something follows/],
    ['has a comment', line(A, '// b'), /^line 3: not JSON/],
    ['has a field without quotation marks', line(A, A.replace('"a"', '"b"'), '{\n  id: "c"}'), /^line [45]: not JSON/],
    ['has a record that is a text', line(A, '"b"'), /^line 3: .*is a JSON object/],
    ['has a record without id', line(A, '{"title": "b"}'), /^line 3: .*has an id/],
    ['has a list for a text', line('{"id": "b", "title": ["b"]}'), /^line 2: The field title .*is a text/],
    [
      'has a field in another casing',
      line(A, '{"id": "b", "repositoryUri": "x"}'),
      /^line 3: .*'repositoryUri' is unknown/,
    ],
    ['has one id twice', line(A, '{"id": "b"}', A), /^line 4: the id 'a' is that of the record in line 2/],
  ];
  for (const [what, text, message] of broken)
    it(`is refused with the line where it ${what}`, async () => expect(await causeOf(text)).to.match(message));

  it('is refused where it is a folder, too large, or missing', async () => {
    const message = async (path: string): Promise<string> => {
      const fault: unknown = await fileIdentityService(path)
        .check()
        .catch((error: unknown) => error);
      return ((fault as Error).cause as Error).message;
    };
    expect(await message(folder())).to.contain('is not a file');
    expect(await message(file)).to.contain('ENOENT');
    await writeFile(file, '[');
    await truncate(file, 65 * 1024 ** 2);
    expect(await message(file)).to.contain('bytes');
  });

  it('are those of the file as it is, after every kind of change', async () => {
    await writeFile(file, line(A));
    const service = fileIdentityService(file);
    const catirnOf = async (id: string) => (await service.byId(id))?.catirn;
    expect(await catirnOf('a')).to.equal('1');
    await writeFile(file, line(A.replace('"1"', '"2"'))); // the same length, at once
    expect(await catirnOf('a')).to.equal('2');
    await writeFile(`${file}.new`, line(A.replace('"1"', '"3"')));
    await rename(`${file}.new`, file);
    expect(await catirnOf('a')).to.equal('3');
    const long = new Date(Date.now() - 3_600_000);
    await utimes(file, long, long);
    expect(await catirnOf('a')).to.equal('3');
    await writeFile(file, line(A.replace('"1"', '"4"')));
    await utimes(file, long, long);
    expect(await catirnOf('a')).to.equal('4');
  });

  it('are refused while the file is broken or gone, never those of before, and are there again afterwards', async () => {
    await writeFile(file, line(A));
    const service = fileIdentityService(file);
    await service.check();
    for (const spoil of [() => writeFile(file, `[${A},`), () => rm(file)]) {
      await spoil();
      const fault: unknown = await service.byId('a').catch((error: unknown) => error);
      expect(fault).to.include({ code: 'identity-service-unusable' });
    }
    await writeFile(file, line(A));
    expect(await service.byId('a')).to.include({ catirn: '1' });
  });
});
