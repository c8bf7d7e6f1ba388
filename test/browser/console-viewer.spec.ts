import { expect } from 'chai';
import sharp from 'sharp';
import { leave, type ConsolePage } from '../support/browser/console-page.js';
import { until as waitUntil } from '../support/scheduling/until.js';
import { openConsole, type OpenedConsole } from './console.js';

const [WIDTH, HEIGHT] = [600, 800];

/** Some seconds of silence. */
const wave = (seconds = 1): Buffer => {
  const [rate, head] = [8_000, Buffer.alloc(44)];
  const bytes = rate * 2 * seconds;
  head.write('RIFF');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

describe('pages, structure and METS of a deposit in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  let depositId = '';
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
    depositId = await viewed(here);
  });
  after(() => here?.close());

  /** A deposit with two pictures, a sound and a file without a picture, which are recorded, and one that is not. */
  const viewed = async ({ platform: { call, s3 } }: OpenedConsole): Promise<string> => {
    const { body: deposit } = await call<{ id: string; files: string }>('POST', '/deposits', {
      template: 'RootLevel',
      archivalGroupName: 'Registers',
    });
    const [, , bucket = '', ...rest] = deposit.files.split('/');
    const prefix = `${rest.join('/').replace(/\/$/, '')}/`;
    const found: string[] = [];
    const put = async (name: string, bytes: Buffer, contentType: string, ...tags: string[]): Promise<string> => {
      await s3.put({ bucket, key: `${prefix}objects/${name}` }, bytes, { contentType });
      found.push(`======== objects/${name}`, `MIME Type : ${contentType}`, ...tags);
      return `objects/${name}`;
    };
    const size = [`Image Width : ${WIDTH}`, `Image Height : ${HEIGHT}`];
    const picture = (grey: number): Promise<Buffer> =>
      sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: { r: grey, g: grey, b: grey } } })
        .jpeg()
        .toBuffer();
    const names = [
      await put('page #1 é.jpg', await picture(90), 'image/jpeg', ...size),
      await put('page 2.jpg', await picture(190), 'image/jpeg', ...size),
      await put('sound.wav', wave(), 'audio/wav', 'Duration : 1.00 s'),
      await put('unmeasured.jpg', await picture(10), 'image/jpeg'),
    ];
    await s3.put({ bucket, key: `${prefix}metadata/exif/exif_output.txt` }, Buffer.from(`${found.join('\n')}\n`));
    const { metsETag } = (await call<{ metsETag: string }>('GET', deposit.id)).body;
    expect((await call('POST', `${deposit.id}/mets`, names, { 'if-match': metsETag })).status).to.equal(200);
    await put('not recorded.txt', Buffer.from('x'), 'text/plain');
    return deposit.id.slice(deposit.id.lastIndexOf('/') + 1);
  };

  /** Waits until an expression is true in a page, whose policy lets no string be evaluated by itself. */
  const until = async ({ page }: ConsolePage, expression: string): Promise<void> => {
    while (!(await page.evaluate<boolean>(expression)));
  };
  const NARROW = { viewport: { width: 400, height: 800 }, colorScheme: 'dark' } as const;

  it('shows a picture, and goes to the next page by a key, which is in the address', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure`);
    const { page } = opened;
    await page.getByRole('img', { name: 'page #1 é.jpg: picture of the page' }).waitFor();
    await until(opened, `document.querySelector('.deep canvas') !== null`);
    await until(
      opened,
      `(({ width, height }, context) => context.getImageData(width / 2, height / 2, 1, 1).data[0] === 90)(
        document.querySelector('.deep canvas'), document.querySelector('.deep canvas').getContext('2d'))`,
    );
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'page 2.jpg' }).waitFor();
    expect(new URL(page.url()).search).to.equal('?page=2');
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByRole('textbox', { name: 'Page' }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'page #1 é.jpg' }).waitFor();
    await leave(opened);
  });

  it('plays a sound in the player of the browser, from the second that the address says', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure?page=3&t=0.5`);
    const { page } = opened;
    await until(opened, `document.querySelector('audio')?.currentTime === 0.5`);
    await page.keyboard.press('Space');
    await until(opened, `document.querySelector('audio').currentTime > 0.6`);
    await leave(opened);
  });

  it('follows the words that are linked to a sound, while it goes forward and back by keys', async () => {
    const { call, s3 } = here!.platform;
    const { body } = await call<{ id: string; files: string }>('POST', '/deposits', {
      template: 'RootLevel',
      archivalGroupName: 'An address',
    });
    const [, , bucket = '', ...rest] = body.files.split('/');
    const put = async (name: string, bytes: Buffer, contentType: string): Promise<void> => {
      await s3.put({ bucket, key: `${rest.join('/').replace(/\/$/, '')}/${name}` }, bytes, { contentType });
    };
    await put('objects/a.wav', wave(9), 'audio/wav');
    await put(
      'objects/a.vtt',
      Buffer.from(`WEBVTT\n\n00:00.000 --> 00:04.000\nOne.\n\n00:04.000 --> 00:09.000\nTwo.\n`),
      'text/vtt',
    );
    await put(
      'metadata/exif/exif_output.txt',
      Buffer.from('======== objects/a.wav\nDuration : 9.00 s\n'),
      'text/plain',
    );
    const paths = ['objects/a.wav', 'objects/a.vtt'];
    const { metsETag } = (await call<{ metsETag: string }>('GET', body.id)).body;
    expect((await call('POST', `${body.id}/mets`, paths, { 'if-match': metsETag })).status).to.equal(200);
    const mets = await (await fetch(`${body.id}/mets`)).text();
    const idOf = (name: string): string => new RegExp(`ID="(FILE_[^"]*${name})"`).exec(mets)?.[1] ?? '';
    const link = `<mets:smLink xlink:from="${idOf('a.wav')}" xlink:to="${idOf('a.vtt')}"/>`;
    const linked = mets.replace(/<\/mets:mets>\s*$/, `<mets:structLink>${link}</mets:structLink></mets:mets>`);
    await put('mets.xml', Buffer.from(linked), 'application/xml');
    const opened = await here!.open(`/deposits/${body.id.slice(body.id.lastIndexOf('/') + 1)}/structure?t=1`);
    const { page } = opened;
    const heard = page.locator('.cue[aria-current=true]');
    await heard.getByText('One.').waitFor();
    await page.keyboard.press('ArrowRight');
    await heard.getByText('Two.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await heard.getByText('One.').waitFor();
    await leave(opened);
  });

  it('says what has no picture, and why, at the width of a telephone, too', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure?show=not-shown`, NARROW);
    const { page } = opened;
    await page.getByText('its width and height are not recorded').waitFor();
    await page.getByText('not recorded.txt').waitFor();
    await leave(opened);
  });

  it('records what is not recorded where it says so, which then has a grey page', async () => {
    const other = await here!.deposit({ archivalGroupName: 'Unrecorded' }, { 'objects/a.txt': 'a' });
    const opened = await here!.open(`/deposits/${other}/structure?show=not-shown`);
    const { page } = opened;
    await page.getByText('1 file is not shown').waitFor();
    await page.getByRole('button', { name: 'Record it', exact: true }).click();
    await page.getByText('1 file recorded in the METS.').waitFor();
    await page.getByText('A grey page stands in their place').waitFor();
    await leave(opened);
  });

  it('has ranges made, named and filled by keys, kept over a reload, and saved', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure/arrange`);
    const { page } = opened;
    await page.getByRole('button', { name: 'New range' }).click();
    await page.getByRole('textbox', { name: 'Name of the range' }).fill('Baptisms');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^Baptisms/ }).focus();
    await page.keyboard.press('Insert');
    await page.getByRole('textbox', { name: 'Name of the range' }).fill('1602');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /page 2\.jpg/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Put them in' }).click();
    await page.getByText('5 changes not saved').waitFor();
    await page.reload();
    await page.getByText('5 changes not saved').waitFor();
    await page.getByRole('button', { name: 'Save the structure' }).click();
    await page.getByText('The structure is saved.').waitFor();
    await page.getByText('2 ranges in 1 structure; ').waitFor();
    await leave(opened);
    const look = await here!.open(`/deposits/${depositId}/structure?show=contents`);
    await look.page.getByRole('button', { name: '1602' }).click();
    await look.page.getByText('Baptisms / 1602').waitFor();
    await leave(look);
    const narrow = await here!.open(`/deposits/${depositId}/structure/arrange`, NARROW);
    await narrow.page.getByRole('row', { name: /^1602/ }).waitFor();
    await narrow.page.getByRole('row', { name: /unmeasured\.jpg/ }).waitFor();
    await leave(narrow);
  });

  it('shows the picture of each page of a range', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure/arrange`);
    const { page } = opened;
    await page.getByRole('button', { name: '1602' }).click();
    const picture = page.getByRole('row', { name: /page 2\.jpg/ }).locator('img');
    await picture.waitFor();
    await until(opened, `document.querySelector('.leafrow img').naturalWidth > 0`);
    await leave(opened);
  });

  it('reads of the pages of a long range only those that are in sight', async () => {
    const names = Array.from({ length: 90 }, (_, at) => `objects/${100 + at}.txt`);
    const many = await here!.recorded('long-range', Object.fromEntries(names.map((name) => [name, name])));
    const opened = await here!.open(`/deposits/${many}/structure/arrange`);
    const { page } = opened;
    const read: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/canvases') && searchParams.has('path')) read.push(searchParams.get('path')!);
    });
    const untilRead = (name: string): Promise<void> => waitUntil(`${name} is read`, () => read.includes(name));
    await page.getByRole('button', { name: 'New range' }).click();
    await page.getByRole('textbox', { name: 'Name of the range' }).fill('Long');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /100\.txt/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('row', { name: /100\.txt/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Put them in' }).click();
    await untilRead('objects/100.txt');
    await page.getByRole('row', { name: /189\.txt/ }).scrollIntoViewIfNeeded();
    await untilRead('objects/189.txt');
    expect(read.length).to.be.below(names.length);
    await leave(opened);
  });

  it('overwrites nothing that somebody else has saved, and asks about what both changed', async () => {
    const [mine, theirs] = await Promise.all([
      here!.open(`/deposits/${depositId}/structure/arrange`),
      here!.open(`/deposits/${depositId}/structure/arrange`),
    ]);
    const rename = async ({ page }: ConsolePage, name: string): Promise<void> => {
      await page.getByRole('row', { name: /^1602/ }).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: 'Name of the range' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await rename(mine, 'Mine');
    await rename(theirs, 'Theirs');
    await theirs.page.getByRole('button', { name: 'Save the structure' }).click();
    await theirs.page.getByText('The structure is saved.').waitFor();
    await theirs.close();
    await mine.page.getByText('developer has changed the METS since you began.').waitFor();
    await mine.page.getByRole('group', { name: 'Which of the two' }).getByText('Mine').click();
    await mine.page.getByRole('button', { name: 'Save both together' }).click();
    await mine.page.getByText('The structure is saved.').waitFor();
    await mine.page.getByRole('row', { name: /^Mine/ }).waitFor();
    await leave(mine);
  });

  it('has ranges moved by the pointer into others and behind them, as by keys', async () => {
    const opened = await here!.open(`/deposits/${depositId}/structure/arrange`);
    const { page } = opened;
    const make = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'New range' }).click();
      await page.getByRole('textbox', { name: 'Name of the range' }).fill(name);
      await page.keyboard.press('Enter');
    };
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await make('Outer');
    await row('Outer').focus();
    await page.keyboard.press('Insert');
    await page.getByRole('textbox', { name: 'Name of the range' }).fill('Moved');
    await page.keyboard.press('Enter');
    const at = async (name: string): Promise<string | null> => row(name).getAttribute('aria-level');
    const before = Number(await at('Moved'));
    await row('Moved').dragTo(row('Outer'), { targetPosition: { x: 200, y: 24 } });
    await page.getByText('5 changes not saved').waitFor();
    expect(Number(await at('Moved'))).to.equal(before - 1);
    await row('Moved').dragTo(row('Outer'), { targetPosition: { x: 200, y: 4 } });
    await page.getByText('6 changes not saved').waitFor();
    expect(Number(await at('Moved'))).to.equal(before);
    await leave(opened);
  });

  it('shows the pages of a range and those in none together, and has them moved by the pointer and by keys', async () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => `objects/${name}.txt`);
    const letters = await here!.recorded('letters', Object.fromEntries(paths.map((path) => [path, path])));
    const opened = await here!.open(`/deposits/${letters}/structure/arrange`);
    const { page } = opened;
    const names = (): Promise<string> =>
      page
        .locator('.leafrow .name')
        .allTextContents()
        .then((all) => all.join(' ').replaceAll(/\.txtobjects/g, ''));
    const untilPages = (shown: string): Promise<void> =>
      waitUntil(`${shown} are listed`, async () => (await names()) === shown);
    const leaf = (name: string) => page.locator('.leafrow', { hasText: `${name}.txt` });
    await page.getByRole('button', { name: 'New range' }).click();
    await page.getByRole('textbox', { name: 'Name of the range' }).fill('Letters');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'In no range 4', pressed: true }).waitFor();
    for (const name of ['a', 'b']) await page.getByRole('checkbox', { name: `Select ${name}.txt` }).click();
    await leaf('a').dragTo(page.getByRole('row', { name: /^Letters/ }));
    await page.getByRole('button', { name: 'In it 2', pressed: true }).waitFor();
    await page.getByRole('row', { name: 'In no range 2' }).waitFor();
    await page.getByText('1 range in 1 structure; 2 pages in no range').waitFor();
    await leaf('d').dragTo(leaf('b'), { targetPosition: { x: 200, y: 6 } });
    await untilPages('a d b c');
    await leaf('a').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await untilPages('d a b c');
    await page.keyboard.press('Alt+ArrowDown');
    await untilPages('d b a c');
    await page.keyboard.press('Control+z');
    await untilPages('d a b c');
    await page.getByRole('button', { name: 'In no range' }).click();
    await untilPages('d a b');
    await page.keyboard.press('Control+s');
    await page.getByText('The structure is saved.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'In it 3', pressed: true }).waitFor();
    await untilPages('d a b c');
    await leave(opened);
  });

  it('shows its METS, who changed it last, and where a word stands in it', async () => {
    const opened = await here!.open(`/deposits/${depositId}/mets`);
    const { page } = opened;
    await page.getByText('Muniment, so it can be changed here').waitFor();
    const facts = await page.locator('.metsgrid dl').innerText();
    for (const fact of ['Begun', 'Formats', 'Virus scans', 'Access', 'Rights']) expect(facts).to.contain(`${fact}\n`);
    await page.getByRole('searchbox', { name: 'Find in the METS' }).fill('unmeasured.jpg');
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.locator('.ln.hit').first().waitFor();
    await page.getByRole('button', { name: 'Fold all' }).click();
    await page.getByRole('button', { name: 'Open line 2', exact: true }).click();
    await leave(opened);
  });

  it('says of a METS without files that no file has a digest', async () => {
    const empty = await here!.deposit({ archivalGroupName: 'Empty' }, {});
    const opened = await here!.open(`/deposits/${empty}/mets`);
    await opened.page.getByText('of no file, since it describes none').waitFor();
    await leave(opened);
  });

  it('shows of a METS above 50 MB what it says, and never its lists', async () => {
    const opened = await here!.open('/');
    const { page } = opened;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const large = { contentType: 'application/xml', body: Buffer.alloc(50_000_001, ' ') };
    await page.route(`**/api/preservation/deposits/${depositId}/mets`, (route) => route.fulfill(large));
    await page.goto(here!.at(`/deposits/${depositId}/mets`));
    await page.getByText('This METS is too large to be shown').waitFor();
    await page.getByText('Muniment, so it can be changed here').waitFor();
    expect(asked.filter((path) => path.endsWith('/parsed-mets'))).to.deep.equal([]);
    await leave(opened);
  });
});
