import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { projectRoot } from '../project-root.js';

const folder = join(projectRoot, 'schemas', 'command-line');

/** The schemas of `schemas/command-line`, by the name of their verb. */
const validators = (() => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
  for (const name of names) ajv.addSchema(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as object);
  return (verb: string): ValidateFunction => {
    const validate = ajv.getSchema(`${verb}.json`);
    if (validate === undefined) throw new Error(`schemas/command-line has no ${verb}.json.`);
    return validate;
  };
})();

export const verbsWithSchema = (): string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/\.json$/, ''))
    .filter((name) => name !== 'frame');

/** A line, or the one document, of standard output, which is as the schema of the verb says. */
export const checkedDocument = (verb: string, text: string): Readonly<Record<string, unknown>> => {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const validate = validators(verb);
  expect(validate(value), `${text}\n${JSON.stringify(validate.errors, null, 2)}`).to.equal(true);
  return value;
};

/** The lines of standard output; each is as the schema of the verb says, and the summary is the last and the only one. */
export const checkedLines = (verb: string, output: string): Readonly<Record<string, unknown>>[] => {
  expect(output).to.match(/\n$/);
  const lines = output.slice(0, -1).split('\n');
  const values = lines.map((line) => checkedDocument(verb, line));
  const summaries = values.flatMap(({ type }, index) => (type === 'summary' ? [index] : []));
  expect(summaries, 'the line of the summary').to.deep.equal([lines.length - 1]);
  return values;
};
