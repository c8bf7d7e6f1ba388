import { expect } from 'chai';
import { findOutputs } from '../../../formats/tools/find-outputs.js';

describe('finding the outputs of tools', () => {
  it('finds none in an empty workspace', () =>
    expect(findOutputs([])).to.deep.equal({
      filesRoot: '',
      formats: null,
      report: null,
      reportFormats: null,
      virusLog: null,
      virusDefinition: null,
      exif: null,
    }));

  const outputs = (root: string, format: string, batch: string): string[] => [
    `${root}metadata/${format}/${format}.yaml`,
    `${root}metadata/${batch}/report.html`,
    `${root}metadata/${batch}/${format}.csv`,
    `${root}metadata/${batch}/logs/viruscheck-log.txt`,
    `${root}metadata/virus-definition/virus-definition.txt`,
    `${root}metadata/exif/exif_output.txt`,
  ];
  for (const [root, format, batch] of [
    ['', 'formatid', 'batchreport'],
    ['data/', 'siegfried', 'brunnhilde'],
  ] as const) {
    it(`finds ${format} and ${batch} below '${root}'`, () => {
      const [formats, report, reportFormats, virusLog, virusDefinition, exif] = outputs(root, format, batch);
      const found = { formats, report, reportFormats, virusLog, virusDefinition, exif };
      expect(findOutputs(outputs(root, format, batch))).to.deep.equal({
        filesRoot: root,
        ...found,
      });
    });
  }

  it('takes a bag for one by its data folder, not by its manifest', () => {
    expect(findOutputs(['data/']).filesRoot).to.equal('data/');
    expect(findOutputs(['manifest-sha256.txt', 'metadata/exif/exif_output.txt'])).to.include({
      filesRoot: '',
      exif: 'metadata/exif/exif_output.txt',
    });
    expect(findOutputs(['data/x', 'metadata/exif/exif_output.txt']).exif).to.equal(null);
  });

  it('takes nothing of a batch report without its report.html', () =>
    expect(findOutputs(outputs('', 'formatid', 'batchreport').filter((path) => !path.endsWith('.html')))).to.include({
      report: null,
      reportFormats: null,
      virusLog: null,
    }));

  it('takes each part of a batch report from the folder that has the report', () =>
    expect(
      findOutputs(['metadata/batchreport/formatid.csv', ...outputs('', 'siegfried', 'brunnhilde')]).reportFormats,
    ).to.equal('metadata/brunnhilde/siegfried.csv'));

  for (const [chosen, ...others] of [
    ['metadata/formatid/results.csv'],
    ['metadata/formatid/Results.YML', 'metadata/formatid/notes.txt'],
    ['metadata/formatid/formatid.yml', 'metadata/formatid/a.csv', 'metadata/formatid/b.yaml'],
    ['metadata/formatid/FormatID.CSV', 'metadata/formatid/a.csv'],
    ['metadata/formatid/a.csv', 'metadata/formatid/b.csv'],
    ['metadata/formatid/deep/formatid.csv', 'metadata/formatid/a.csv'],
    ['metadata/formatid/a.csv', 'metadata/siegfried/siegfried.csv'],
    ['metadata/siegfried/siegfried.csv', 'metadata/formatid/notes.txt', 'metadata/formatid/'],
  ] as const) {
    it(`prefers ${chosen}${others.length > 0 ? ` to ${others.join(' and ')}` : ' where nothing else is'}`, () => {
      expect(findOutputs([...others, chosen]).formats).to.equal(chosen);
      expect(findOutputs([chosen, ...others]).formats).to.equal(chosen);
    });
  }

  it('knows only the names that it is told', () => {
    const names = { formatTool: ['droid'], batchReport: ['batch'] };
    const told = outputs('', 'droid', 'batch');
    expect(findOutputs(told, names)).to.include({ formats: told[0], report: told[1], reportFormats: told[2] });
    expect(findOutputs(outputs('', 'formatid', 'batchreport'), names).formats).to.equal(null);
  });
});
