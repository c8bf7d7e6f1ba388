import { expect } from 'chai';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

const GROUP = 'parish/registers';
const PATH = `/repository/${GROUP}`;

/** A virus check as a METS records it. */
const scanOf = (found: string, at: string): string =>
  `<mets:digiprovMD ID="digiprovMD_ClamAV_${at.slice(0, 10)}"><mets:mdWrap MDTYPE="PREMIS:EVENT"><mets:xmlData><premis:event>` +
  `<premis:eventIdentifier><premis:eventIdentifierType>local</premis:eventIdentifierType>` +
  `<premis:eventIdentifierValue>${at}</premis:eventIdentifierValue></premis:eventIdentifier>` +
  `<premis:eventType>virus check</premis:eventType><premis:eventDateTime>${at}</premis:eventDateTime>` +
  `<premis:eventDetailInformation><premis:eventDetail>ClamAV 1.4.3/27818</premis:eventDetail></premis:eventDetailInformation>` +
  `<premis:eventOutcomeInformation><premis:eventOutcome>${found === '' ? 'Pass' : 'Fail'}</premis:eventOutcome>` +
  `<premis:eventOutcomeDetail><premis:eventOutcomeDetailNote>${found}</premis:eventOutcomeDetailNote>` +
  `</premis:eventOutcomeDetail></premis:eventOutcomeInformation></premis:event></mets:xmlData></mets:mdWrap></mets:digiprovMD>`;

describe('the page of an archival group in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) return this.skip();
    await here.platform.call('PUT', '/repository/parish');
    await here.preserved(GROUP, { 'objects/a.txt': 'first\n', 'objects/b.txt': 'kept\n' });
    await here.preserved(GROUP, { 'objects/a.txt': 'second\n', 'objects/b.txt': 'kept\n' });
  });
  after(() => here?.close());

  /** Opens the page, and its menu. */
  const openMenu = async (query = '') => {
    const opened = await here!.open(`${PATH}${query}`);
    await opened.page.getByRole('button', { name: 'More of this group' }).click();
    await opened.page.getByRole('menu').waitFor();
    return opened;
  };

  it('gives the OCFL object with all versions up to the one that is shown', async () => {
    const opened = await openMenu('?version=v1');
    await expectNoFault(opened);
    const download = opened.page.waitForEvent('download');
    await opened.page.getByRole('menuitem', { name: 'Download v1 as an OCFL object' }).click();
    expect((await download).suggestedFilename()).to.equal('parish-registers-v1.zip');
    expect(new URL((await download).url()).searchParams.get('as')).to.equal('ocfl');
    await leave(opened);
  });

  it('leads to the METS of the version that is shown', async () => {
    const opened = await openMenu('?version=v1');
    await opened.page.getByRole('menuitem', { name: 'METS of v1' }).click();
    await opened.page.getByRole('heading', { name: 'mets.xml' }).waitFor();
    expect(new URL(opened.page.url()).searchParams.get('version')).to.equal('v1');
    await leave(opened);
  });

  it('has every file of the group verified by a job, and says when that was done', async () => {
    const opened = await openMenu();
    const { page } = opened;
    await page.getByRole('menuitem', { name: 'Verify every file now' }).click();
    await page.getByRole('heading', { name: `Audit: ${GROUP}` }).waitFor();
    const { pathname } = new URL(page.url());
    await page.getByRole('main').getByText('Done', { exact: true }).first().waitFor();
    await page.goto(here!.at(PATH));
    await page.getByRole('link', { name: 'Verified, nothing found' }).click();
    await page.waitForURL(`**${pathname}`);
    await here!.preserved(GROUP, { 'objects/a.txt': 'third\n', 'objects/b.txt': 'kept\n' });
    await page.goto(here!.at(PATH));
    await page.getByText('before the newest version').waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    await leave(opened);
  });

  it('says how many files of a version lie in an earlier one', async () => {
    const opened = await here!.open(`${PATH}?view=storage-map`);
    await opened.page.getByText('1 of 3 lies in v1 and is not copied').waitFor();
    await opened.page.goto(here!.at(`${PATH}?view=storage-map&version=v1`));
    await opened.page.getByText('where each file of this version lies in the OCFL object').waitFor();
    expect(await opened.page.getByText('not copied').count()).to.equal(0);
    await leave(opened);
  });

  it('tells of a file what was done with it: its versions, and the virus scans that the METS has', async () => {
    const depositId = await here!.recorded('parish/scanned', {
      'objects/a.txt': 'first\n',
      'objects/b.txt': 'other\n',
    });
    const { preservation } = here!.platform.ready;
    const mets = await (await fetch(`${preservation}/deposits/${depositId}/mets`)).text();
    const scans = scanOf('', '2026-01-02T03:04:05Z') + scanOf('Eicar-Test-Signature', '2026-02-03T04:05:06Z');
    const scanned = mets.replace(/<mets:amdSec ID="ADM_objects_x002F_a.txt">.*?<\/mets:techMD>/s, (all) => all + scans);
    await here!.upload(depositId, { 'mets.xml': scanned });
    await here!.imported(depositId);
    const opened = await here!.open('/repository/parish/scanned/objects/a.txt');
    const { page } = opened;
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'What was done with it' }) });
    await section.getByText('Infected: Eicar-Test-Signature').waitFor();
    const told = await section.locator('.t').allInnerTexts();
    expect(told).to.deep.equal(['Taken into v1', 'Infected: Eicar-Test-Signature', 'No virus found']);
    expect(await section.getByText('ClamAV 1.4.3/27818').count()).to.equal(2);
    await expectNoFault(opened);
    await page.goto(here!.at('/repository/parish/scanned/objects/b.txt'));
    await section.getByText('Taken into v1').waitFor();
    expect(await section.locator('.t').count()).to.equal(1);
    await leave(opened);
  });
});
