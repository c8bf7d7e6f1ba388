import { expect } from 'chai';
import { MAIN_HELP } from '../../../../clients/command-line/program/main-help.js';
import { parserOf } from '../../../../clients/command-line/program/read-words.js';
import { widthOf } from '../../../../clients/command-line/output/screen-width.js';
import { Command } from 'commander';
import { defineCommon } from '../../../../clients/command-line/program/common-options.js';
import { verbsWithSchema } from '../../../support/command-line/json-schema.js';
import { VERBS } from '../../../../infra/compose/program/verbs.js';

const COMMON: ReadonlySet<string> = new Set(defineCommon(new Command()).options.flatMap(({ long }) => long ?? []));

/** The options that a help text describes, each at the beginning of a line, in their order. */
const describedOptions = (help: string): string[] =>
  help.split('\n').flatMap((line) => /^ {2}(?:-\w, )?(--[\w-]+)/.exec(line)?.[1] ?? []);

const hidden = (name: string): boolean => name.startsWith('_');

describe('the verbs of the program', () => {
  it('are those that its help names', () => {
    const section = MAIN_HELP.slice(MAIN_HELP.indexOf('Put in and get back'), MAIN_HELP.indexOf('For every verb'));
    const named = Object.keys(VERBS).filter((name) => new RegExp(`(?:^| {2,})${name} {2}`, 'm').test(section));
    expect(named.toSorted()).to.deep.equal(
      Object.keys(VERBS)
        .filter((name) => !hidden(name))
        .toSorted(),
    );
    for (const [, name = ''] of section.matchAll(/^ {2}([a-z]+) {2}/gm)) expect(VERBS).to.have.property(name);
    for (const option of COMMON) expect(MAIN_HELP).to.contain(option);
  });

  it('have a program whose help fits into 80 columns', () => {
    for (const line of MAIN_HELP.split('\n')) expect(widthOf(line), line).to.be.at.most(80);
  });

  it('each have a schema of their JSON', () => {
    const names = Object.keys(VERBS).filter((name) => !hidden(name) && name !== 'cat'); // its answer is a file
    expect(verbsWithSchema()).to.include.members(names);
  });

  for (const [name, { load }] of Object.entries(VERBS).filter(([each]) => !hidden(each))) {
    describe(name, () => {
      it('has a help with its usage, its own options and its exit codes, within 80 columns', async () => {
        const verb = await load();
        expect(verb.name).to.equal(name);
        expect(verb.help)
          .to.match(new RegExp(`^Usage: muniment ${name}\\b`))
          .and.to.match(/^Exit codes: /m);
        expect(verb.help).to.match(/[^\n]\n$/);
        for (const line of verb.help.split('\n')) expect(widthOf(line), line).to.be.at.most(80);
      });

      it('describes the options that its parser knows', async () => {
        const verb = await load();
        const known = parserOf(verb).options.flatMap(({ long }) => long ?? []);
        expect(new Set(known).size, 'an option of every verb').to.equal(known.length);
        const own = known.filter((each) => !COMMON.has(each));
        expect(describedOptions(verb.help).toSorted()).to.deep.equal(own.toSorted());
      });
    });
  }
});
