import { expect } from 'chai';
import { mutationConfig } from './mutation-config.js';

describe('the configuration of mutation tests', () => {
  it('takes folders, files and patterns, with the specs of their rooms', () =>
    expect(mutationConfig(['commands/deposit/', 'commands/core/fold.ts', 'commands/*/evolve.ts'])).to.deep.include({
      mutate: ['commands/deposit/**/*.ts', 'commands/core/fold.ts', 'commands/*/evolve.ts'],
      mochaOptions: {
        'no-config': true,
        require: ['./dist/test/support/current-test.js'],
        spec: ['dist/test/commands/**/*.spec.js'],
      },
    }));

  it('takes both rooms where none is named, and no other room', () => {
    expect(mutationConfig([])).to.deep.include({ mutate: ['commands/**/*.ts', 'formats/**/*.ts'] });
    expect(() => mutationConfig(['infra'])).to.throw(/infra is in none of the rooms/);
  });
});
