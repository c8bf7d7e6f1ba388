import { Writable } from 'node:stream';
import { expect } from 'chai';
import type { Response } from 'express';
import { respond } from '../../../../gateways/http/answer/respond.js';
import { json } from '../../../../gateways/http/route.js';
import { turnsOfOthers } from '../../../support/scheduling/turns-of-others.js';

/** A connection that takes everything at once, and what it took. */
const fastConnection = (): { readonly response: Response; readonly taken: string[] } => {
  const taken: string[] = [];
  const write = (piece: Buffer, _encoding: string, done: () => void): void => {
    taken.push(piece.toString());
    done();
  };
  const rest = { status: () => undefined, setHeader: () => undefined, req: { complete: true, headers: {} } };
  return { response: Object.assign(new Writable({ write }), rest) as unknown as Response, taken };
};

describe('a long answer', () => {
  it('is written in turns, however fast the client takes it', async () => {
    const { response, taken } = fastConnection();
    const items = Array.from({ length: 100_000 }, (_, index) => ({ path: `objects/a letter ${index}`, where: 'Mets' }));
    const written = respond(response, json(200, { items }), { headersOnly: false, whole: false });
    const bytes = JSON.stringify({ items }).length;
    expect(await turnsOfOthers(written)).to.be.at.least(Math.floor(bytes / 400_000));
    expect(JSON.parse(taken.join(''))).to.deep.equal({ items });
  });
});
