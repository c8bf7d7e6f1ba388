import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../infra/config/config.js';
import { isKnownVariable } from '../../../infra/config/given-variables.js';
import { projectRoot } from '../../support/project-root.js';
import { faultsOf } from './faults-of.js';

/** What Kubernetes sets for a Service with one named port. */
const serviceLinks = (service: string, port: number): Record<string, string> => ({
  [`${service}_SERVICE_HOST`]: '10.0.0.7',
  [`${service}_SERVICE_PORT`]: String(port),
  [`${service}_SERVICE_PORT_HTTP`]: String(port),
  [`${service}_PORT`]: `tcp://10.0.0.7:${port}`,
  [`${service}_PORT_${port}_TCP`]: `tcp://10.0.0.7:${port}`,
  [`${service}_PORT_${port}_TCP_PROTO`]: 'tcp',
  [`${service}_PORT_${port}_TCP_PORT`]: String(port),
  [`${service}_PORT_${port}_TCP_ADDR`]: '10.0.0.7',
});

describe('the variables that are given', () => {
  it('are refused where they name no setting, with the nearest one', () => {
    for (const [given, nearest] of [
      ['MUNIMENT_PRODUCT_NAME', 'MUNIMENT_PRODUCT_NAMES'],
      ['MUNIMENT_DTAA', 'MUNIMENT_DATA'],
      ['MUNIMENT_AUTH_ISUER', 'MUNIMENT_AUTH_ISSUER'],
      ['MUNIMENT_IDENTITY_SERVICE_PORT', 'MUNIMENT_IDENTITY_SERVICE_URL'],
      ['muniment_data', 'MUNIMENT_DATA'],
    ] as const)
      expect(faultsOf({ [given]: 'x' })).to.equal(
        `The settings are not valid: ${given} is not a setting (the nearest is ${nearest}).`,
      );
  });

  it('may be empty, or those of tests, scripts and samples', () => {
    const ours = ['TEST_SEED', 'CI_CACHE', 'FUZZ_REQUESTS', 'SERVICES_CACHE', 'BENCH_DEPOSITS', 'TOKEN'];
    const given = Object.fromEntries(ours.map((name) => [`MUNIMENT_${name}`, '1']));
    expect(faultsOf({ ...given, MUNIMENT_DTAA: '', PATH: '/bin', MUNIMENTAL: 'x' })).to.equal('none');
  });

  it('are ignored and named where Kubernetes sets them for a Service', () => {
    const links = { ...serviceLinks('MUNIMENT', 8080), ...serviceLinks('MUNIMENT_PROJECTOR', 8083) };
    expect(readConfig(links).serviceLinks).to.have.members(Object.keys(links));
    expect(readConfig({}).serviceLinks).to.deep.equal([]);
  });

  it('say whence a port comes that Kubernetes has set', () => {
    const links = serviceLinks('MUNIMENT_STORAGE', 8081);
    expect(faultsOf(links)).to.equal(
      'The settings are not valid: MUNIMENT_STORAGE_PORT must be a whole number from 0 to 65535, not \'tcp://10.0.0.7:8081\', which Kubernetes sets for a Service named muniment-storage: set "enableServiceLinks: false" in the specification of the pod, or give MUNIMENT_STORAGE_PORT a value there.',
    );
    expect(faultsOf({ ...links, MUNIMENT_STORAGE_PORT: '8081' })).to.equal('none');
  });

  it('are without the quotes that a shell would remove', () => {
    for (const quote of ['"', "'"])
      expect(faultsOf({ MUNIMENT_DATA: `${quote}/data${quote}`, MUNIMENT_LOG_LEVEL: 'info' })).to.equal(
        'The settings are not valid: the value of MUNIMENT_DATA is in quotes, which only a shell removes: set it without them.',
      );
    expect(faultsOf({ MUNIMENT_KAFKA_PASSWORD: "'secret'" })).to.contain('MUNIMENT_KAFKA_PASSWORD is in quotes');
    expect(faultsOf({ MUNIMENT_KNOWN_CLIENTS: '{"a": {"name": "A"}}', MUNIMENT_METS_AGENT: '"A" b' })).to.equal('none');
  });

  it('have no path with the ~ that a shell would replace', () => {
    for (const variable of ['DATA', 'SEARCH_FOLDER', 'SCRATCH_FOLDER', 'IDENTITY_RECORDS', 'TOOL_PATH'])
      for (const path of ['~', '~/archive', '~ada/archive'])
        expect(faultsOf({ [`MUNIMENT_${variable}`]: path })).to.equal(
          `The settings are not valid: MUNIMENT_${variable} begins with ~, which only a shell replaces: set the whole path, not '${path}'.`,
        );
    expect(faultsOf({ MUNIMENT_KNOWN_CLIENTS: '@~/clients.json' })).to.contain('MUNIMENT_KNOWN_CLIENTS begins with @~');
    expect(faultsOf({ MUNIMENT_DATA: './~archive' })).to.equal('none');
  });

  it('are all settings where documents and files for a deployment name them', () => {
    const folders = ['docs', 'infra/deploy', '.'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { withFileTypes: true })
        .filter((each) => each.isFile() && /\.(md|yaml)$|^Containerfile$/.test(each.name))
        .map(({ name }) => join(folder, name)),
    );
    for (const file of files.filter((each) => each !== 'CHANGELOG.md')) {
      const named =
        readFileSync(join(projectRoot, file), 'utf8').match(/\bMUNIMENT_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_])/g) ?? [];
      expect(
        named.filter((each) => !isKnownVariable(each)),
        file,
      ).to.deep.equal([]);
    }
  });
});
