import { expect } from 'chai';
import { restore, stub } from 'sinon';
import { backOffMs } from '../../flow/back-off.js';
import { jittered } from '../../flow/jittered.js';

const failures = [0, 1, 2, 3, 4, 1_000_000];

describe('waits between attempts', () => {
  afterEach(() => restore());
  const drawing = (chance: number): void => void stub(Math, 'random').returns(chance);

  it('double from the first up to the cap', () => {
    const backOff = { firstMs: 100, capMs: 1_000, jitter: 'none' } as const;
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('grow as much as is said', () => {
    const backOff = { firstMs: 100, capMs: 500, growth: 1.5, jitter: 'none' } as const;
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([100, 150, 225, 337.5, 500, 500]);
  });

  it('are drawn from their second half', () => {
    const backOff = { firstMs: 100, capMs: 1_000 };
    drawing(0);
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([50, 100, 200, 400, 500, 500]);
    restore();
    drawing(1);
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('are drawn from nothing on where rivals meet', () => {
    const backOff = { firstMs: 100, capMs: 1_000, jitter: 'full' } as const;
    drawing(0);
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([0, 0, 0, 0, 0, 0]);
    restore();
    drawing(0.5);
    expect(failures.map((each) => backOffMs(each, backOff))).to.deep.equal([50, 100, 200, 400, 500, 500]);
  });
});

describe('a time that is drawn at random', () => {
  afterEach(() => restore());

  it('lies between its bounds, which are a half and the whole unless said', () => {
    const chance = stub(Math, 'random').returns(0);
    expect([jittered(100), jittered(100, 0.75, 1.25)]).to.deep.equal([50, 75]);
    chance.returns(1);
    expect([jittered(100), jittered(100, 0.75, 1.25)]).to.deep.equal([100, 125]);
  });
});
