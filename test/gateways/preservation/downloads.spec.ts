import { expect } from 'chai';
import { intentOf } from '../../support/command-bench.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { shownType } from '../../../gateways/preservation/download/shown-type.js';
import { ask, newDeposit, upload, type OpenedDeposit, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';

const PICTURE = 'objects/a #1 100% 😀 e\u0301.png';

describe('downloads of files of a deposit', () => {
  const live = liveServices();

  const download = ({ uri }: OpenedDeposit, path: string, inline?: boolean): Promise<Reply> =>
    ask('GET', `${uri}/download?path=${encodeURIComponent(path)}${inline === undefined ? '' : `&inline=${inline}`}`);
  const deposited = async (): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'objects/page.html': '<script>alert(1)</script>' });
    const at = { bucket: live.places.workspaceBucket, key: deposit.prefix + PICTURE };
    await live.bytes.put(at, Buffer.from('a picture'));
    return deposit;
  };

  it('are URLs from which a browser stores the bytes under their name', async () => {
    const { status, body, headers } = await download(await deposited(), PICTURE);
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(body).to.deep.include({ type: 'Download', path: PICTURE, size: 9, disposition: 'attachment' });
    const answer = await fetch(String(body['url']));
    expect([answer.status, await answer.text()]).to.deep.equal([200, 'a picture']);
    expect(answer.headers.get('content-type')).to.equal('application/octet-stream');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; .*filename\*=UTF-8''a%20%231%20100%25%20/);
  });

  it('are URLs from which a browser shows what is safe, by ranges too', async () => {
    const { body } = await download(await deposited(), PICTURE, true);
    expect(body).to.deep.include({ contentType: 'image/png', disposition: 'inline' });
    const answer = await fetch(String(body['url']), { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).to.deep.equal([206, 'pic']);
    expect(answer.headers.get('content-type')).to.equal('image/png');
    expect(answer.headers.get('content-disposition')).to.match(/^inline; /);
  });

  it('show text that could run as plain text', async () => {
    const { body } = await download(await deposited(), 'objects/page.html', true);
    const answer = await fetch(String(body['url']));
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
  });

  it('are given while another agent has locked the deposit', async () => {
    const deposit = await deposited();
    const wanted = { depositId: deposit.id, force: false };
    expect(await lockDeposit(live.dependencies, intentOf('ann'), wanted)).to.include({ ok: true });
    expect((await download(deposit, PICTURE)).status).to.equal(200);
  });

  it('are refused for what is not there, and for a deposit that is not', async () => {
    const deposit = await deposited();
    for (const path of ['objects/none', 'objects', '../other/a', '/a', 'objects//a']) {
      const { status, body } = await download(deposit, path);
      expect([status, body.type], path).to.deep.equal([404, `${live.preservation}/problems/file-not-found`]);
    }
    await ask('DELETE', deposit.uri);
    expect((await download(deposit, PICTURE)).body.type).to.equal(`${live.preservation}/problems/deposit-not-found`);
  });

  const types: readonly (readonly [uploaded: string | null, path: string, shown: string | null])[] = [
    [null, 'a.tif', 'image/tiff'],
    ['image/JPEG; a=b', 'a', 'image/jpeg'],
    ['audio/x-wav', 'a', 'audio/x-wav'],
    ['video/mp4', 'a.html', 'video/mp4'],
    ['application/pdf', 'a', 'application/pdf'],
    ['text/html', 'a', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'a', 'text/plain; charset=utf-8'],
    ['application/xhtml+xml', 'a', 'text/plain; charset=utf-8'],
    [null, 'a.xml', 'text/plain; charset=utf-8'],
    ['image/x+xml', 'a', null],
    ['multipart/related', 'a', null],
    ['application/zip', 'a.png', null],
    [null, 'a', null],
    ['image/png\r\nx: y', 'a', null],
  ];
  for (const [uploaded, path, shown] of types)
    it(`show a file ${path} of the type ${JSON.stringify(uploaded)} as ${shown ?? 'nothing'}`, () => {
      expect(shownType(uploaded, path)).to.equal(shown);
    });
});
