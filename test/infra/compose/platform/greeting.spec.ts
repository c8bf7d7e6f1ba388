import { expect } from 'chai';
import { ROLES } from '../../../../infra/config/roles.js';
import { greeting, readyLine, readyText, withPublicAddresses } from '../../../../infra/compose/platform/greeting.js';
import type { ProcessReady } from '../../../../infra/compose/platform/process-ready.js';

const ready: ProcessReady = {
  ready: true,
  roles: ROLES,
  preservation: 'http://127.0.0.1:8080',
  storage: 'http://127.0.0.1:8081',
  console: 'http://127.0.0.1:8080/console',
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

  it('gives commands to try that work at every start', () => {
    const text = greeting(ready, { withTokens: false, showSecret: false });
    const [whoami, root, deposit, ...others] = text.split('\n').filter((line) => line.includes('curl'));
    expect(others).to.deep.equal([]);
    expect(whoami).to.match(/^ +curl http:\S+\/whoami$/);
    expect(root).to.match(/^ +curl http:\S+\/repository$/);
    expect(deposit).to.match(
      /^ +curl http:\S+\/deposits -H 'Content-Type: application\/json' -d '{"template":"RootLevel"}'$/,
    );
  });

  it('names the public addresses of the services that it has, for people cannot use 0.0.0.0', () => {
    const listening = { ...ready, preservation: 'http://0.0.0.0:8080', storage: null };
    const baseUrls = { preservation: 'https://archive.example.org', storage: 'https://storage.example.org' };
    const reached = withPublicAddresses(listening, { baseUrls, s3PublicUrl: 'https://files.example.org' });
    const text = greeting(reached, { withTokens: false, showSecret: false });
    expect(text).to.contain('curl https://archive.example.org/whoami').and.to.contain('https://files.example.org');
    expect(text).to.contain('https://archive.example.org/console');
    expect(text).to.not.match(/0\.0\.0\.0|storage\.example/);
    expect(withPublicAddresses(ready, { baseUrls: { preservation: null, storage: null }, s3PublicUrl: null })).to.eql(
      ready,
    );
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

describe('what muniment start shows on a terminal', () => {
  it('is the addresses, that of the console on a line of its own, and where the archive and its secrets are', () => {
    expect(readyText(ready, false)).to.equal(
      'Ready: http://127.0.0.1:8080 (storage 8081, S3 8082, operations 8083).\n' +
        'Console: http://127.0.0.1:8080/console\n' +
        'Archive /srv/muniment; secrets in /srv/muniment/credentials.json. Ctrl-C stops it.\n',
    );
  });

  it('has the secret too for those who ask for it', () => {
    expect(readyText(ready, true)).to.contain('Access key MUNIMENT1, secret key never to be read by passers-by.\n');
  });

  it('names what the process serves only', () => {
    const elsewhere = { ...ready, preservation: null, storage: null, console: null, s3: null, data: null };
    expect(readyText(elsewhere, true)).to.equal('Ready: http://127.0.0.1:8083.\nCtrl-C stops it.\n');
  });
});
