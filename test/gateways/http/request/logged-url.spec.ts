import { expect } from 'chai';
import { createApp } from '../../../../gateways/http/app.js';
import { developmentIdentity } from '../../../../gateways/http/identify.js';
import { json, route } from '../../../../gateways/http/route.js';
import { readOpenApi, type OpenApiDocument } from '../../../../schemas/openapi-document.js';
import { memoryLog, rawRequest, serve } from '../../service.js';

const document = (): OpenApiDocument => {
  const { paths, ...rest } = readOpenApi('preservation');
  const { parameters, post } = paths['/deposits/{depositId}/lock'] ?? {};
  return { ...rest, paths: { '/deposits/{depositId}/lock': { parameters, post } } } as never;
};

/** All that is logged of one request. */
const logged = async (requestLine: string, fault = false): Promise<string> => {
  const { log, lines } = memoryLog();
  const service = await serve(
    createApp({
      document: document(),
      routes: [route('lockDeposit', () => Promise.resolve(json(200, {})))],
      identify: fault ? () => Promise.reject(new Error('away')) : developmentIdentity('dev'),
      log,
      bodyLimits: { most: 1_000 },
    }),
  );
  await rawRequest(service.port, requestLine);
  await service.close();
  return JSON.stringify(lines);
};

const SECRET = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.abc';

describe('a log of requests', () => {
  it('has the values of parameters that are described', async () => {
    expect(await logged('POST /deposits/d1/lock?force=true')).to.contain('/deposits/d1/lock?force=true');
    expect(await logged('POST /deposits/d1/lock?FORCE=true')).to.contain('?FORCE=true');
  });

  for (const target of [
    `/deposits/d1/lock?access_token=${SECRET}&force=true`,
    `/deposits/d1/lock?force=true&${SECRET}`,
    `/deposits/d1/lock?${SECRET}=`,
    `/deposits/d1/lock?token=${SECRET}==`,
    `/nothing?access_token=${SECRET}`,
    `http://user:${SECRET}@localhost/deposits/d1/lock`,
  ])
    it(`has no others: ${target.replace(SECRET, '<token>')}`, async () => {
      for (const fault of [false, true]) {
        const text = await logged(`POST ${target}`, fault);
        expect(text).to.contain('answered').and.not.contain(SECRET);
      }
    });
});
