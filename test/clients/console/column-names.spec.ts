import { expect } from 'chai';
import {
  columnNamesIn,
  columnsText,
  MOST_COLUMNS,
  USUAL,
  withMoved,
  withToggled,
} from '../../../clients/console/pages/deposits/column-names.js';

describe('the columns of the deposits in the console', () => {
  it('are in the order of the address, each once, without what is no column', () => {
    expect(columnNamesIn('created,state,created,nothing,by')).to.deep.equal(['created', 'state', 'by']);
    expect(columnNamesIn(undefined)).to.deep.equal(USUAL);
    const all = 'state,place,version,lockedBy,by,lastModified,created,createdBy,preserved,layout';
    expect(columnNamesIn(all)).to.have.length(MOST_COLUMNS - 1);
  });

  it('are in no address as they usually are, and in one where none is shown but the name', () => {
    expect(columnsText(USUAL)).to.equal('');
    expect(columnsText(['created', 'state'])).to.equal('created,state');
    expect(columnNamesIn(columnsText([]))).to.deep.equal([]);
  });

  it('are shown as the last ones, and moved to a place among the others', () => {
    expect(withToggled(['state', 'by'], 'created')).to.deep.equal(['state', 'by', 'created']);
    expect(withToggled(['state', 'by'], 'state')).to.deep.equal(['by']);
    expect(withMoved(['state', 'by', 'created'], 'created', 0)).to.deep.equal(['created', 'state', 'by']);
    expect(withMoved(['state', 'by', 'created'], 'state', 1)).to.deep.equal(['by', 'state', 'created']);
    expect(withMoved(['state', 'by'], 'state', -1)).to.deep.equal(['state', 'by']);
    expect(withMoved(['state', 'by'], 'by', 9)).to.deep.equal(['state', 'by']);
  });
});
