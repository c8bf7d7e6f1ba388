import { expect } from 'chai';
import { createServer, type Server } from 'node:net';
import { freePorts, isFree, portRange, type PortRange } from '../free-ports.js';

const range: PortRange = [20_000, 20_999];

const listening = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

describe('choosing ports', () => {
  it('gives as many as asked for, all different, all of the range, all free', async () => {
    const ports = await freePorts(8, range);
    expect(new Set(ports).size).to.equal(8);
    for (const port of ports) {
      expect(port).to.be.within(...range);
      expect(await isFree(port)).to.equal(true);
    }
  });

  it('leaves a port alone that someone listens on', async () => {
    const [port = 0] = await freePorts(1, range);
    const server = await listening(port);
    try {
      expect(await isFree(port)).to.equal(false);
      const fault = await freePorts(1, [port, port]).catch((error: unknown) => String(error));
      expect(fault).to.match(/too few ports/);
    } finally {
      server.close();
    }
  });

  it('stays below the ports of outgoing connections unless told otherwise', () =>
    expect(portRange(undefined)[1]).to.be.below(32_768));

  it('reads a range', () => expect(portRange('21600-21699')).to.deep.equal([21_600, 21_699]));

  for (const text of ['21600', '2-1', '0-5', '70000-70001', 'a-b'])
    it(`refuses the range ${text}`, () => expect(() => portRange(text)).to.throw('is a range such as'));
});
