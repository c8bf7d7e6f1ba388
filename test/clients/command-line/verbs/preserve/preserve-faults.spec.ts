import { expect } from 'chai';
import { ApiFault } from '../../../../../clients/api/api-fault.js';
import { CommandFault } from '../../../../../clients/command-line/command-fault.js';
import { STEPS } from '../../../../../clients/command-line/output/steps.js';
import {
  preserveFault,
  type Circumstances,
} from '../../../../../clients/command-line/verbs/preserve/preserve-faults.js';

describe('what ends preserve', () => {
  const reached = { step: STEPS.uploading, files: 3, ofFiles: 9, bytes: 1_100_000_000, ofBytes: 2_800_000_000 };
  const service = {
    preservation: 'http://archive:8080',
    authHeaders: () => Promise.resolve({}),
    isOwn: false,
  };
  const at: Circumstances = { reached, copied: reached, job: null, service, archive: './data', isInterrupted: false };
  const lost = new ApiFault('PUT /x was not answered.', { transient: true });

  it('is a connection that broke, with the address and how far the work was', () => {
    const fault = preserveFault(lost, at);
    expect(fault).to.be.instanceOf(CommandFault);
    const { message, about } = fault as CommandFault;
    expect(message).to.equal('The connection to http://archive:8080 broke at 1.10 of 2.80 GB; tried again for 60 s.');
    expect(about).to.deep.equal({ code: 'connection-broken', exit: 5, next: 'the same command again continues' });
  });

  it('stays as it is where a service answered, or is of this process', () => {
    const answered = new ApiFault('503', { status: 503, transient: true });
    expect(preserveFault(answered, at)).to.equal(answered);
    expect(preserveFault(lost, { ...at, service: { ...service, isOwn: true } })).to.equal(lost);
  });
});
