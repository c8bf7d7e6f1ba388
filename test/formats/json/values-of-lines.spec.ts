import { expect } from 'chai';
import { valuesOfLines } from '../../../formats/json/values-of-lines.js';

describe('the values of lines of JSON', () => {
  it('are one for each line', () => {
    expect(valuesOfLines(Buffer.from('{"a":"\\n,"}\n[1]\n2\n'))).to.deep.equal([{ a: '\n,' }, [1], 2]);
  });

  it('are not given where a line is none, several, or a part of one', () => {
    for (const text of ['{"a":\n', '1,2\n', '1\n\n2\n', '{"a":1\n"b":2}\n', 'x\n', '\n'])
      expect(valuesOfLines(Buffer.from(text)), text).to.equal(null);
  });
});
