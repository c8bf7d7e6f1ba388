import { expect } from 'chai';
import { newContainer } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestDeposit, freePathIn } from './request-deposit.js';

const PREFIX = /^s3:\/\/[^/]+\/deposits\/[a-z][2-9a-z]{11}\/$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/;

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', () => {
  const live = liveServices();
  let box: string;
  before(async () => {
    box = await newContainer(live);
  });

  describe('answers with every property of a deposit', () => {
    let shown: Record<string, unknown>;
    let path: string;
    before(async () => {
      path = freePathIn(box);
      const archivalGroup = `https://elsewhere.example/repository/${path}`;
      const described = { archivalGroup, archivalGroupName: 'A name', submissionText: 'A note', template: 'BagIt' };
      shown = (await requestDeposit(live, described)).body;
    });
    const properties: readonly [string, () => unknown][] = [
      ['id', () => new RegExp(`^${live.preservation}/deposits/[a-z][2-9a-z]{11}$`)],
      ['type', () => 'Deposit'],
      ['template', () => 'None'],
      ['archivalGroup', () => `${live.preservation}/repository/${path}`],
      ['archivalGroupExists', () => false],
      ['archivalGroupName', () => 'A name'],
      ['submissionText', () => 'A note'],
      ['files', () => PREFIX],
      ['status', () => 'new'],
      ['active', () => true],
      ['preserved', () => null],
      ['preservedBy', () => null],
      ['versionPreserved', () => null],
      ['exported', () => null],
      ['exportedBy', () => null],
      ['versionExported', () => null],
      ['metsETag', () => null],
      ['lockedBy', () => null],
      ['lockDate', () => null],
      ['archived', () => null],
      ['created', () => TIME],
      ['createdBy', () => `${live.preservation}/agents/dev`],
      ['lastModified', () => TIME],
      ['lastModifiedBy', () => `${live.preservation}/agents/dev`],
    ];
    for (const [property, expected] of properties)
      it(property, () => {
        const value = expected();
        if (value instanceof RegExp) expect(shown[property]).to.match(value);
        else expect(shown[property]).to.equal(value);
      });
  });
});
