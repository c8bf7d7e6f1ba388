import { expect } from 'chai';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { readStartArguments } from '../../../../infra/compose/platform/start-arguments.js';
import { ROLES } from '../../../../infra/config/roles.js';
import { greeting, readyLine } from '../../../../infra/compose/platform/greeting.js';
import type { ProcessReady } from '../../../../infra/compose/platform/start-process.js';

const ready: ProcessReady = {
  ready: true,
  roles: ROLES,
  preservation: 'http://127.0.0.1:8080',
  storage: 'http://127.0.0.1:8081',
  operations: 'http://127.0.0.1:8083',
  s3: {
    endpoint: 'http://127.0.0.1:8082',
    region: 'us-east-1',
    accessKeyId: 'MUNIMENT1',
    secretAccessKey: 'never to be read by passers-by',
    workspaceBucket: 'deposits',
    repositoryBucket: 'repository',
  },
  data: '/srv/muniment',
};

describe('what npm start tells people', () => {
  it('names the file of the credentials instead of the secret', () => {
    const text = greeting(ready, { withTokens: false, showSecret: false });
    expect(text).to.contain('/srv/muniment/credentials.json').and.to.contain('MUNIMENT1');
    expect(text).to.not.contain('never to be read');
  });

  it('shows the secret to those who ask for it', () => {
    expect(greeting(ready, { withTokens: false, showSecret: true })).to.contain('never to be read by passers-by');
  });

  it('has nothing of an S3 endpoint where another server has the objects', () => {
    const text = greeting({ ...ready, s3: null, data: null }, { withTokens: false, showSecret: true });
    expect(text).to.not.match(/S3|key|null/);
  });

  it('has nothing to try where callers need tokens', () => {
    expect(greeting(ready, { withTokens: false, showSecret: false })).to.contain('curl');
    expect(greeting(ready, { withTokens: true, showSecret: false })).to.not.contain('curl');
  });
});

describe('the line that npm start prints for programs', () => {
  it('names the file of the credentials instead of the secret', () => {
    const line = readyLine(ready, false);
    expect(line).to.not.contain('never to be read');
    const { endpoint, region, accessKeyId, workspaceBucket, repositoryBucket } = ready.s3!;
    const credentials = '/srv/muniment/credentials.json';
    const s3 = { endpoint, region, accessKeyId, workspaceBucket, repositoryBucket, credentials };
    expect(JSON.parse(line)).to.deep.equal({ ...ready, s3 });
  });

  it('has the secret too for those who ask for it', () => {
    const s3 = { ...ready.s3, credentials: '/srv/muniment/credentials.json' };
    expect(JSON.parse(readyLine(ready, true))).to.deep.equal({ ...ready, s3 });
  });

  it('has nothing of an S3 endpoint where another server has the objects', () => {
    const elsewhere = { ...ready, s3: null, data: null };
    expect(JSON.parse(readyLine(elsewhere, true))).to.deep.equal(elsewhere);
  });
});

describe('the words after npm start', () => {
  const read = (...words: string[]): unknown => readStartArguments(words, () => undefined);

  it('ask for the line of programs and for the secret', () => {
    expect(read()).to.deep.equal({ json: false, showSecret: false });
    expect(read('--json', '--show-secret')).to.deep.equal({ json: true, showSecret: true });
    expect(read('--help')).to.equal(null);
  });

  it('are refused where they mean nothing', () => {
    expect(() => read('--loud')).to.throw(CommandFault, /unknown option '--loud'/);
  });
});
