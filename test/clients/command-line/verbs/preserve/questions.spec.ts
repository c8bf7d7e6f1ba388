import { expect } from 'chai';
import { CommandFault } from '../../../../../clients/command-line/command-fault.js';
import { isExpected, type Question } from '../../../../../clients/command-line/output/question.js';
import { deletionQuestion } from '../../../../../clients/command-line/verbs/preserve/deletion-question.js';
import type { Answers } from '../../../../../clients/command-line/verbs/preserve/options.js';
import { virusQuestion } from '../../../../../clients/command-line/verbs/preserve/virus-question.js';
import { folderDifference, pages, type Contents } from '../../../../support/command-line/folder-difference.js';

const NO_ANSWERS: Answers = { yes: false, expectDeleted: null, acceptInfected: [] };

const about = (before: Contents | null, now: Contents, answers: Partial<Answers> = {}): Question | null =>
  deletionQuestion(
    {
      ...{ shown: 'scans', path: 'letters/1911', version: 2, files: Object.keys(now).length },
      change: folderDifference(before, now).change,
    },
    { ...NO_ANSWERS, ...answers },
  );

const refusalOf = (question: Question | null): unknown[] => {
  const { message, about: more } = question?.refusal ?? new CommandFault('none');
  return [message, more.next, more.exit];
};

describe('what preserve asks about deleted files', () => {
  it('is whether more than a tenth of the files are to go', () => {
    expect(about(pages(20), pages(18))).to.equal(null);
    const question = about(pages(20), pages(17));
    expect(question?.text).to.equal('3 of 20 files would be deleted. Preserve this as version 2? [y/N]');
    expect(refusalOf(question)).to.deep.equal([
      '3 of 20 files would be deleted. Nothing was changed.',
      '--dry-run, then --yes',
      3,
    ]);
  });

  it('is whether a whole folder of more than 20 is to go, however small a part of the group it is', () => {
    const group = { ...pages(275), ...pages(26, 'Ton & Film/') };
    expect(refusalOf(about({ ...group, ...pages(274) }, pages(275)))[0]).to.equal(
      '26 of 301 files would be deleted, among them all of Ton & Film. Nothing was changed.',
    );
    expect(about({ ...pages(300), ...pages(20, 'x/') }, pages(300))).to.equal(null);
  });

  it('is the number where more than half would go, which --yes does not answer', () => {
    const question = about(pages(9), pages(4), { yes: true });
    expect(question).to.include({
      text: '5 of 9 files would be deleted. Type 5 to preserve this as version 2:',
      expects: '5',
      isAnswered: false,
    });
    expect(refusalOf(question)[1]).to.equal('--dry-run, then --expect-deleted 5');
    expect(about(pages(9), pages(4), { expectDeleted: 5 })?.isAnswered).to.equal(true);
  });

  it('is the number where the folder is empty, which may be a disk that is not mounted', () => {
    const question = about(pages(301), {}, { yes: true });
    expect(question).to.include({ expects: '301', isAnswered: false });
    expect(question?.text).to.equal('scans is empty, letters/1911 has 301 files. If that is meant, type 301:');
    expect(refusalOf(question)).to.deep.equal([
      'scans is empty, letters/1911 has 301 files. Nothing was changed. Is a disk not mounted?',
      'if meant: --expect-deleted 301',
      3,
    ]);
    expect(refusalOf(about(null, {}))[0]).to.match(/^scans is empty, and so would be letters\/1911\. /);
  });

  it('is refused where another number is expected', () => {
    expect(() => about(pages(20), pages(19), { expectDeleted: 26 }))
      .to.throw(CommandFault)
      .with.property('message', '1 file would be deleted, not 26. Nothing was changed.');
    expect(about(pages(20), pages(17), { expectDeleted: 3 })?.isAnswered).to.equal(true);
  });

  it('is nothing about files that are only renamed', () => {
    const renamed = Object.fromEntries(Object.entries(pages(20)).map(([path, text]) => [`x/${path}`, text]));
    expect(about(pages(20), renamed)).to.equal(null);
  });

  it('takes y and yes, or the number, and nothing else', () => {
    const answers = ['y', ' YES ', '', 'n', '301', '1,204', '1204'];
    expect(answers.filter((answer) => isExpected({ expects: 'y' }, answer))).to.deep.equal(['y', ' YES ']);
    expect(answers.filter((answer) => isExpected({ expects: '1204' }, answer))).to.deep.equal(['1,204', '1204']);
  });
});

describe('what preserve asks about viruses', () => {
  const clean = { infected: [], notScanned: { files: 0, paths: [] } };
  const infected = [{ path: 'eicar.com', virus: 'Eicar-Test' }];

  it('is nothing where all files were scanned and are clean', () => {
    expect(virusQuestion(clean, 1, NO_ANSWERS)).to.equal(null);
  });

  it('is whether a file with a virus is preserved, which --yes does not answer', () => {
    const question = virusQuestion({ ...clean, infected }, 1, { ...NO_ANSWERS, yes: true });
    expect(question?.isAnswered).to.equal(false);
    expect(refusalOf(question)).to.deep.equal([
      'A virus was found in 1 file: eicar.com (Eicar-Test). No version was made.',
      '--exclude eicar.com, or --accept-infected eicar.com',
      3,
    ]);
    expect(virusQuestion({ ...clean, infected }, 1, { ...NO_ANSWERS, acceptInfected: ['eicar.com'] })).to.equal(null);
  });

  it('is whether files are preserved that were not scanned, which --yes answers', () => {
    const found = { ...clean, notScanned: { files: 2, paths: ['a.zip', 'b.zip'] } };
    expect(refusalOf(virusQuestion(found, 1, NO_ANSWERS))[0]).to.equal(
      '2 files were not scanned for viruses, or not to the end: a.zip, b.zip. No version was made.',
    );
    expect(virusQuestion(found, 1, { ...NO_ANSWERS, yes: true })).to.equal(null);
  });
});
