import { expect } from 'chai';
import { changeRecord, changesOf, changeText } from '../../../../../clients/command-line/verbs/preserve/change-rows.js';
import { sha256Of } from '../../../../support/sha256.js';
import { folderDifference, pages } from '../../../../support/command-line/folder-difference.js';

const terminal = { form: 'terminal', isWhole: false } as const;

describe('what a version changes, as preserve shows it', () => {
  const before = { same: '1', 'old\nname': '22', gone: '333', changes: '4' };
  const now = { same: '1', new: '22', fresh: '55555', changes: '5' };

  it('is a mark, a word and a name, kind by kind, and of a renamed file both names', () => {
    expect(changeText(folderDifference(before, now), terminal)).to.equal(
      [
        '+ added     fresh',
        '~ changed   changes',
        "> renamed   $'old\\nname'",
        '            to new',
        '- deleted   gone',
        '',
      ].join('\n'),
    );
  });

  it('is only a number for the first version, and names where all are wanted', () => {
    const first = folderDifference(null, now);
    expect(changeText(first, terminal)).to.equal('+ added     4 files, 9 B\n');
    expect(changeText(first, { ...terminal, isWhole: true })).to.match(/^\+ added {5}changes\n\+ added {5}fresh\n/);
  });

  it('begins with a folder that goes wholly, and has ten names of a kind', () => {
    const gone = { 'Ton & Film/a': 'a', 'Ton & Film/b': 'b', z: 'z' };
    const difference = folderDifference({ ...pages(1), ...gone }, { ...pages(425), p0: '0' });
    const lines = changeText(difference, terminal).split('\n');
    expect(lines[0]).to.equal('- deleted   Ton & Film/ (2 files)');
    expect(lines.slice(-4)).to.deep.equal([
      '+ added     p107',
      '            … 414 more: --dry-run lists all',
      '- deleted   z',
      '',
    ]);
    expect(lines).to.have.length(1 + 10 + 1 + 1 + 1);
    const whole = changeText(difference, { ...terminal, isWhole: true });
    expect(whole.match(/^\+ added/gm)).to.have.length(424);
  });

  it('is the kind, the former path and the path between tabs into a pipe', () => {
    expect(changeText(folderDifference(before, now), { form: 'pipe', isWhole: false })).to.equal(
      "added\t\tfresh\nchanged\t\tchanges\nrenamed\t$'old\\nname'\tnew\ndeleted\t\tgone\n",
    );
  });

  it('has sizes and digests in JSON', () => {
    const records = changesOf(folderDifference(before, now)).map(changeRecord);
    expect(records[2]).to.deep.equal({
      ...{ type: 'renamed', path: 'new', from: 'old\nname', size: 2 },
      ...{ sha256: sha256Of('22'), sha256Before: sha256Of('22') },
    });
    expect(records[3]).to.deep.include({ type: 'deleted', path: 'gone', from: null, size: 3, sha256: null });
  });
});
