import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../../infra/config/config.js';
import { settings } from '../../../infra/config/settings.js';
import { projectRoot } from '../../support/project-root.js';
import { ownServices } from './compose-file.js';

const known: readonly string[] = Object.values(settings).map(({ variable }) => variable);

describe('the settings in the compose file', () => {
  for (const [name, { environment = {} }] of ownServices) {
    it(`are all known for ${name}`, () => {
      const named = Object.keys(environment).filter((variable) => variable.startsWith('MUNIMENT_'));
      expect(named.filter((variable) => !known.includes(variable))).to.deep.equal([]);
    });

    it(`fit for ${name}`, () => expect(() => readConfig(environment)).to.not.throw());
  }
});

describe('the settings of the image without servers', () => {
  const textOf = (...names: string[]): string => readFileSync(join(projectRoot, ...names), 'utf8');
  const [, image = ''] = /^ENV (MUNIMENT_.+)$/m.exec(textOf('infra', 'deploy', 'Containerfile')) ?? [];
  const [command = ''] = /^docker run [^`]+/m.exec(textOf('docs', 'running-distributed.md')) ?? [];
  const settingsIn = (text: string): Record<string, string> =>
    Object.fromEntries(
      Array.from(text.matchAll(/(MUNIMENT_\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
    );

  it('fit in the command that is documented', () => {
    const { host, baseUrls, s3PublicUrl } = readConfig({ ...settingsIn(image), ...settingsIn(command) });
    expect(host).to.equal('0.0.0.0');
    expect([baseUrls.preservation, baseUrls.storage, s3PublicUrl]).to.not.include(null);
  });
});
