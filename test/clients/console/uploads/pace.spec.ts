import { expect } from 'chai';
import { nextStep, Pace } from '../../../../clients/console/uploads/pace.js';

describe('the pace of an upload', () => {
  it('is known after two seconds, and tells how long the rest takes', () => {
    const pace = new Pace();
    pace.add(0, 0);
    pace.add(1_000, 100);
    expect(pace.rate()).to.equal(null);
    pace.add(2_000, 200);
    expect(pace.rate()).to.equal(100);
    expect(pace.secondsFor(1_000)).to.equal(10);
  });

  it('forgets what was long ago', () => {
    const pace = new Pace();
    for (let second = 0; second <= 10; second++) pace.add(second * 1_000, 0);
    for (let second = 11; second <= 21; second++) pace.add(second * 1_000, (second - 11) * 50);
    expect(pace.rate()).to.equal(50);
  });

  it('does not count bytes twice that are sent again', () => {
    const pace = new Pace();
    pace.add(0, 0);
    pace.add(1_000, 100);
    pace.add(2_000, 40);
    expect(pace.rate()).to.equal(50);
  });

  it('is told to screen readers at each 10 %, once', () => {
    expect(nextStep(0, 0.09)).to.equal(null);
    expect(nextStep(0, 0.47)).to.equal(40);
    expect(nextStep(40, 0.49)).to.equal(null);
    expect(nextStep(90, 1)).to.equal(100);
  });
});
