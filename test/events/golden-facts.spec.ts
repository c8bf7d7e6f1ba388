import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { projectRoot } from '../support/project-root.js';

/** One recorded fact for every shape that was ever shipped: added with the shape, never edited. */
const folder = join(projectRoot, 'test', 'fixtures', 'events');

interface GoldenFact {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const golden = (file: string): GoldenFact => JSON.parse(readFileSync(join(folder, file), 'utf8')) as GoldenFact;
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

describe('golden facts', () => {
  const codec = createCodec(catalogue);
  const decode = ({ id, type, data, metadata }: GoldenFact) =>
    codec.decode({ id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) });
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

  for (const { type, schema, formerly = [] } of catalogue) {
    it(`hold every shape of ${type}`, () => {
      expect(files).to.include(`${type}.${schema}.json`);
      for (let number = 1; number < schema; number++) {
        const names = [type, ...formerly].map((name) => `${name}.${number}.json`);
        expect(
          names.some((name) => files.includes(name)),
          `${type} in schema ${number}`,
        ).to.equal(true);
      }
    });

    it(`write ${type} the way it was recorded`, () => {
      const recorded = golden(`${type}.${schema}.json`);
      const [wire] = codec.encodeAppend([decode(recorded)]);
      expect(wire).to.deep.equal({
        ...recorded,
        data: JSON.stringify(recorded.data),
        metadata: JSON.stringify(recorded.metadata),
      });
    });
  }

  for (const file of files) {
    it(`lead ${file} to today's fact`, () => {
      const recorded = golden(file);
      const fact = decode(recorded);
      const declared = catalogue.find(({ type }) => type === fact.type);
      expect(file).to.equal(`${recorded.type}.${String(recorded.metadata['schema'])}.json`);
      expect(fact).to.include({ id: recorded.id, type: declared?.type });
      expect(fact.metadata.schema).to.equal(declared?.schema);
      // What both the old and the new sample hold is of the same kind by the time anyone reads it.
      const today: Readonly<Record<string, unknown>> = golden(`${fact.type}.${fact.metadata.schema}.json`).data;
      for (const [name, value] of Object.entries(fact.data)) {
        const sample = today[name];
        if (value !== null && sample !== null && sample !== undefined)
          expect(kindOf(value), name).to.equal(kindOf(sample));
      }
    });
  }

  it('are all of declared types', () => {
    const names = catalogue.flatMap(({ type, formerly = [] }) => [type, ...formerly]);
    expect(files.map((file) => file.split('.')[0]).filter((name) => !names.includes(name ?? ''))).to.deep.equal([]);
  });
});
