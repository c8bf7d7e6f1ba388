import { expect } from 'chai';
import { REFUSALS } from '../../../commands/core/refusal-codes.js';
import { codeOfStatus } from '../../../gateways/http/answer/problem.js';
import { explanations } from '../../../gateways/service/pages/explanations.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { ask } from '../../gateways/conversation.js';
import { liveServices } from '../../gateways/live-services.js';

/** Every status of a failure that a document lists. */
const failures = (name: 'preservation' | 'storage'): number[] =>
  Object.values(readOpenApi(name).paths)
    .flatMap((item) => Object.values(item) as { readonly responses?: object }[])
    .flatMap(({ responses = {} }) => Object.keys(responses))
    .map(Number)
    .filter((status) => status >= 400);

describe('the type of a problem document', () => {
  const live = liveServices();

  const page = async (address: string): Promise<{ status: number; type: string | null; text: string }> => {
    const answer = await fetch(address);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  it('is the address of a page about the problem, on both services', async () => {
    for (const [refused, code] of [
      [`${live.preservation}/deposits/fz4tq7mkv2np`, 'deposit-not-found'],
      [`${live.preservation}/repository/no/such/path`, 'not-found'],
      [`${live.preservation}/deposits?page=0`, 'bad-request'],
      [`${live.storage}/content/none`, 'not-found'],
    ] as const) {
      const { body } = await ask('GET', refused);
      expect(body['type'], refused).to.match(new RegExp(`^http.*/problems/${code}$`));
      const { status, type, text } = await page(body['type']);
      expect([status, type]).to.deep.equal([200, 'text/html; charset=utf-8']);
      expect(text).to.include(`<h1>${code}</h1>`);
    }
  });

  it('has a page for every status that a service can answer with', () => {
    for (const status of [...failures('preservation'), ...failures('storage'), 500, 503])
      expect(explanations.get(codeOfStatus(status))?.status, String(status)).to.equal(status);
  });

  it('has a page for every refusal, and all of them are listed', async () => {
    const { text } = await page(`${live.storage}/problems`);
    for (const code of Object.keys(REFUSALS)) {
      expect(explanations.has(code), code).to.equal(true);
      expect(text).to.include(`href="${live.storage}/problems/${code}"`);
    }
  });

  it('leads nowhere for a code that there is not', async () => {
    const { status, type } = await page(`${live.preservation}/problems/%3Cscript%3E`);
    expect([status, type]).to.deep.equal([404, 'application/problem+json; charset=utf-8']);
  });
});
