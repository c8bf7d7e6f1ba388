import { expect } from 'chai';
import { stub } from 'sinon';
import { openLog } from '../../../infra/log/logger.js';

/** The line that is written for some fields. */
const lineOf = (fields: object): string => {
  const write = stub(process.stderr, 'write').returns(true);
  try {
    openLog('info')('test').info('It happened', fields);
    return write.args.map(([text]) => String(text)).join('');
  } finally {
    write.restore();
  }
};

describe('the log', () => {
  it('writes a line for each message, with its fields behind it', () =>
    expect(lineOf({ count: 3n, name: 'a b', plain: 'letters/1911', none: undefined })).to.match(
      /info {2}test: It happened count="3" name="a b" plain=letters\/1911 none=undefined\n$/,
    ));

  it('says of an error what led to it', () =>
    expect(lineOf({ error: new Error('no', { cause: new Error('because') }) })).to.contain('error="no (because)"'));

  it('hides what is secret by its name', () =>
    expect(lineOf({ password: 'lovelace', accessToken: 'abc' })).to.contain('password=[hidden] accessToken=[hidden]'));

  for (const [what, text] of [
    ['line ends', 'a\r\nb'],
    ['line separators', 'a\u2028b'],
    ['terminal commands', '\u009b31ma'],
    ['an escape', '\u001b[31m'],
    ['text that is turned round', 'a\u202eb'],
    ['text without width', 'a\u200bb'],
  ] as const)
    it(`lets nobody write ${what} into it`, () =>
      expect(lineOf({ caller: text }).trimEnd()).to.match(/^[\x20-\x7e]+$/));
});
