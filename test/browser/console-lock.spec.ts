import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectNoFault, type ConsolePage } from '../support/browser/console-page.js';
import { openConsoleOfPeople, type ConsoleOfPeople } from './console-people.js';

const [ADA, BEN, EVE] = ['ada@example.org', 'ben@example.org', 'eve@example.org'] as const;

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Calls the preservation service as the person who is signed in to a page. */
const callAs = <Body = null>(
  { page }: ConsolePage,
  method: string,
  path: string,
  body: object | null = null,
): Promise<Answer<Body>> => {
  const init = {
    method,
    ...(body === null ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
  const call = `fetch(${JSON.stringify(`/console/api/preservation${path}`)}, ${JSON.stringify(init)})`;
  return page.evaluate<Answer<Body>>(
    `${call}.then(async (answer) => ({ status: answer.status, body: await answer.json().catch(() => null) }))`,
  );
};

describe('a deposit that somebody else locks, in the console, in Chromium', () => {
  let here: ConsoleOfPeople | null = null;
  let ada: ConsolePage;
  let eve: ConsolePage;
  before(async function () {
    here = await openConsoleOfPeople();
    if (here === null) return this.skip();
    [ada, eve] = [await here.signIn(ADA), await here.signIn(EVE)];
  });
  after(() => here?.close());

  const newDeposit = async (): Promise<string> => {
    const { status, body } = await callAs<{ id: string }>(ada, 'POST', '/deposits', { template: 'RootLevel' });
    expect(status).to.equal(201);
    return body.id.slice(body.id.lastIndexOf('/') + 1);
  };
  const lockAs = async (person: ConsolePage, depositId: string): Promise<void> => {
    expect((await callAs(person, 'POST', `/deposits/${depositId}/lock`)).status).to.equal(204);
  };
  const holderOf = async (depositId: string): Promise<string | undefined> => {
    const { body } = await callAs<{ lockedBy: string | null }>(ada, 'GET', `/deposits/${depositId}`);
    return body.lockedBy === null ? undefined : decodeURIComponent(body.lockedBy.split('/').at(-1) ?? '');
  };
  const question = (page: Page, name: string) => page.getByRole('dialog', { name: `Take the lock over from ${name}?` });
  it('stays locked until the person has said whose lock is taken over', async () => {
    const depositId = await newDeposit();
    await lockAs(ada, depositId);
    const ben = await here!.signIn(BEN, `/deposits/${depositId}`);
    const { page } = ben;
    await page.getByRole('button', { name: 'Take the lock over' }).click();
    await question(page, ADA).getByText(`${ADA} has held it since`).waitFor();
    await expectNoFault(ben);
    await question(page, ADA).getByRole('button', { name: 'Cancel' }).click();
    await question(page, ADA).waitFor({ state: 'detached' });
    expect(await holderOf(depositId)).to.equal(ADA);
    await page.getByRole('button', { name: 'Take the lock over' }).click();
    await question(page, ADA).getByRole('button', { name: 'Take the lock over' }).click();
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    expect(await holderOf(depositId)).to.equal(BEN);
    await ben.close();
  });

  it('is asked about again where somebody else has the lock by the time of the answer', async () => {
    const depositId = await newDeposit();
    await lockAs(ada, depositId);
    const ben = await here!.signIn(BEN, `/deposits/${depositId}`);
    const { page } = ben;
    await page.getByRole('button', { name: 'Take the lock over' }).click();
    await question(page, ADA).waitFor();
    expect((await callAs(ada, 'DELETE', `/deposits/${depositId}/lock`)).status).to.equal(204);
    await lockAs(eve, depositId);
    await question(page, ADA).getByRole('button', { name: 'Take the lock over' }).click();
    await question(page, EVE).waitFor();
    expect(await holderOf(depositId)).to.equal(EVE);
    await question(page, EVE).getByRole('button', { name: 'Take the lock over' }).click();
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    expect(await holderOf(depositId)).to.equal(BEN);
    await ben.close();
  });

  it('is asked about by whatever changes it, and is not changed where the person leaves it to the other', async () => {
    const depositId = await newDeposit();
    const ben = await here!.signIn(BEN, `/deposits/${depositId}`);
    const { page } = ben;
    const nameOf = async (): Promise<string | null> =>
      (await callAs<{ archivalGroupName: string | null }>(ada, 'GET', `/deposits/${depositId}`)).body.archivalGroupName;
    await page.getByRole('button', { name: 'More of this deposit' }).click();
    await page.getByRole('menuitem', { name: 'Change name and message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change name and message' });
    await dialog.getByRole('textbox').first().fill('Letters');
    await lockAs(ada, depositId);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await question(page, ADA).getByRole('button', { name: 'Cancel' }).click();
    await dialog
      .getByText(/locked/i)
      .first()
      .waitFor();
    expect(await nameOf()).to.equal(null);
    expect(await holderOf(depositId)).to.equal(ADA);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await question(page, ADA).getByRole('button', { name: 'Take the lock over' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await nameOf()).to.equal('Letters');
    expect(await holderOf(depositId)).to.equal(BEN);
    await ben.close();
  });

  it('refuses what is done with many deposits, and nobody is asked about each', async () => {
    const [locked, free] = [await newDeposit(), await newDeposit()];
    await lockAs(ada, locked);
    const ben = await here!.signIn(BEN, '/deposits?sort=-created');
    const { page } = ben;
    for (const depositId of [locked, free])
      await page.getByRole('checkbox', { name: `Select No name yet, ${depositId}` }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type the number of deposits').fill('2');
    await page.getByRole('button', { name: 'Delete 2 deposits' }).click();
    await page.getByText('1 deposit was refused.').waitFor();
    await page.getByText('1 deposit is deleted.').waitFor();
    await page.locator('.under').getByText(ADA).first().waitFor();
    expect(await question(page, ADA).count()).to.equal(0);
    expect(await holderOf(locked)).to.equal(ADA);
    await expectNoFault(ben);
    await ben.close();
  });
});
