import { expect } from 'chai';
import { csvRecord, sheetRecord } from '../../../formats/text/csv-record.js';

describe('a record of comma-separated values', () => {
  it('has a field in quotation marks where it has to', () => {
    expect(csvRecord(['a', 'b, c', 'd "e"', 'f\ng', ' h', 1])).to.equal('a,"b, c","d ""e""","f\ng"," h",1\n');
  });

  it('for spreadsheets has no formula, and leaves numbers as they are', () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|"/c calc"!A1'];
    for (const text of texts) expect(sheetRecord([text])).to.match(/^"?'/);
    expect(sheetRecord([-1, null, 'a=b', "it's"])).to.equal("-1,,a=b,it's\n");
  });
});
