import { expect } from 'chai';
import { etagAdvice } from '../../../commands/mets-edits/etag-advice.js';

const ETAG = '"7fd46a4c"';

describe('the advice about an ETag that is not the current one', () => {
  it('says that a proxy has compressed the METS where it is a form of the current one', () => {
    const forms = ['W/"7fd46a4c"', '"7fd46a4c-gzip"', '"7fd46a4c-br"', 'W/"7fd46a4c-gzip"', '"7fd46a4c;gzip"'];
    for (const form of forms)
      expect(etagAdvice(ETAG, form), form).to.match(
        /^A proxy on the way has compressed .* send If-Match: "7fd46a4c", .* turn off compression/,
      );
  });

  it('says of any other what it is', () => {
    for (const [sent, said] of [
      ['"another"', 'is another one since'],
      ['"another-gzip"', 'is another one since'],
      ['W/"another"', 'no weak ETag'],
      ['*', 'no weak ETag and no *'],
      ['7fd46a4c', 'send If-Match: "7fd46a4c"'],
      ['unquoted', 'An ETag is quoted'],
      [null, 'in the header If-Match'],
    ] as const)
      expect(etagAdvice(ETAG, sent), String(sent)).to.contain(said).and.to.not.contain('proxy');
    expect(etagAdvice(null, ETAG)).to.contain('The deposit has no METS');
  });
});
