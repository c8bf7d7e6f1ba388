import { writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { clamdScanner } from '../../../infra/tools/clamav/clamd.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, scanned, writeFiles } from '../../support/tools/tool-files.js';
import { scannerContract } from './tools.contract.js';

/** What a stand-in for clamd does with the bytes of a stream; null where it breaks off without an answer. */
type Judge = (content: string, server: Server) => string | null;

const usual: Judge = (content) => (content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');

/** The chunks of INSTREAM without their lengths; null where the last has not come. */
const contentOf = (bytes: Buffer): string | null => {
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts).toString('latin1');
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
};

const serve = (judge: Judge, server: Server, connection: Socket): void => {
  let bytes = Buffer.alloc(0);
  connection.on('error', () => undefined);
  connection.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf(0);
    const command = end === -1 ? '' : bytes.subarray(0, end).toString();
    if (command === 'zVERSION') connection.end('ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026\0');
    if (command === 'zPING') connection.end('PONG\0');
    const content = command === 'zINSTREAM' ? contentOf(bytes.subarray(end + 1)) : null;
    if (content === null) return;
    const answer = judge(content, server);
    if (answer === null) connection.destroy();
    else connection.end(`${answer}\0`);
  });
};

describe('clamd, played by a stand-in', () => {
  const servers: Server[] = [];
  const folder = temporaryFolder(() => Promise.resolve(servers.splice(0).map((server) => server.close())));
  const made = (judge: Judge = usual, silentMs = 20_000, mostBytes = 1_000_000) => {
    const socket = join(folder(), 'clamd.sock');
    const server = createServer((connection) => serve(judge, server, connection)).listen(socket);
    servers.push(server);
    return clamdScanner({ socket, silentMs }, mostBytes);
  };

  scannerContract((environment) =>
    made(usual, 20_000, Number(environment?.['MUNIMENT_TOOL_CLAMAV_FILE_BYTES'] ?? 1_000_000)),
  );

  it('tells when its signatures were made', async () => {
    const { signaturesMade } = await made().version(anyCall());
    expect(signaturesMade?.toISOString()).to.equal('2026-01-20T07:24:12.000Z');
  });

  it('is told from one without signatures where it cannot scan', async () => {
    const failure = await failureOf(
      scanned(
        made(() => "Can't allocate memory ERROR"),
        writeFiles(folder(), ['a']),
      ),
    );
    expect(failure).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
    expect(failure)
      .to.have.property('message')
      .that.matches(/^clamd at .* did not scan the EICAR test file: ClamAV: Can't allocate memory ERROR\.$/);
  });

  it('is not believed where it calls the EICAR test file clean', async () => {
    const scan = scanned(
      made(() => 'stream: OK'),
      writeFiles(folder(), ['a']),
    );
    expect(await failureOf(scan))
      .to.have.property('message')
      .that.contains('has no signatures');
  });

  it('has not read what is too long for it, encrypted, or wrong', async () => {
    const answers = ['INSTREAM size limit exceeded. ERROR', 'stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND'];
    for (const answer of [...answers, 'stream: Heuristics.Encrypted.PDF FOUND', 'stream: tea', '']) {
      const judge: Judge = (content, server) => (content.includes('content') ? answer : usual(content, server));
      const socket = join(folder(), `${answers.indexOf(answer)}-${answer.length}.sock`);
      const server = createServer((connection) => serve(judge, server, connection)).listen(socket);
      servers.push(server);
      const scanner = clamdScanner({ socket, silentMs: 20_000 }, 1_000_000);
      const [result] = await scanned(scanner, writeFiles(folder(), ['a']));
      expect(result?.outcome.result, answer).to.equal('unread');
    }
  });

  it('has not read a file on which it breaks off, while it answers otherwise', async () => {
    const judge: Judge = (content, server) => (content.includes('content') ? null : usual(content, server));
    const [result] = await scanned(made(judge), writeFiles(folder(), ['a']));
    expect(result?.outcome).to.have.property('reason').that.contains('StreamMaxLength');
  });

  it('has not read a large file of which it takes the first part only, while it answers otherwise', async () => {
    const socket = join(folder(), 'clamd.sock');
    const server = createServer((connection) => {
      serve(usual, server, connection);
      let bytes = 0;
      connection.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > 10_000) connection.destroy();
      });
    }).listen(socket);
    servers.push(server);
    const files = writeFiles(folder(), ['a', 'b', 'c', 'd']);
    for (const { location } of files) writeFileSync(location, Buffer.alloc(900_000, 'x'));
    const results = await scanned(clamdScanner({ socket, silentMs: 20_000 }, 1_000_000), files);
    for (const { outcome } of results) expect(outcome).to.have.property('reason').that.contains('StreamMaxLength');
  });

  it('is a failure of the tool where it ends in the middle', async () => {
    const judge: Judge = (content, server) => {
      if (!content.includes('content')) return usual(content, server);
      server.close();
      return null;
    };
    const scan = scanned(made(judge), writeFiles(folder(), ['a', 'b']));
    expect(await failureOf(scan)).to.include({ name: 'ToolFailure', tool: 'clamav' });
  });

  it('is a failure of the tool where it does not answer', async () => {
    const socket = join(folder(), 'silent.sock');
    servers.push(createServer((connection) => connection.on('error', () => undefined).resume()).listen(socket));
    const scan = scanned(clamdScanner({ socket, silentMs: 300 }, 1_000), writeFiles(folder(), ['a']));
    expect(await failureOf(scan)).to.include({ name: 'ToolFailure', kind: 'limit' });
  });

  it('is given no more of a file than it may call clean, as it would look at nothing of a longer stream', async () => {
    const lengths: number[] = [];
    const judge: Judge = (content, server) => {
      lengths.push(content.length);
      return usual(content, server);
    };
    const [file] = writeFiles(folder(), ['large']);
    writeFileSync(file!.location, Buffer.alloc(1_000_001));
    const [result] = await scanned(made(judge), [file!]);
    expect(result?.outcome.result).to.equal('unread');
    expect(lengths.at(-1)).to.equal(1_000_000);
  });

  it('is missing where nothing listens', async () => {
    const scanner = clamdScanner({ socket: join(folder(), 'nothing'), silentMs: 1_000 }, 1_000);
    expect(await failureOf(scanner.version(anyCall()))).to.include({ name: 'ToolFailure', kind: 'missing' });
  });
});
