import type { ExamplePlatform } from '../example-platform.js';
import { archiving, deposits, furtherDeposits, histories, pipeline } from './about-deposits.js';
import { iiif, imageService } from './about-iiif.js';
import { imports, storageJobs } from './about-jobs.js';
import { aboutServices, containers, repository, searches, streams } from './about-the-repository.js';
import type { ExampleRequest, Recorder } from './recorder.js';
import type { AnswerProperties, Talk } from './talk.js';

/** Asks everything that has JSON in its request or response, in the order in which a user might. */
export const converse = async (platform: ExamplePlatform, { record }: Recorder): Promise<void> => {
  const asking =
    (service: ExampleRequest['service']): Talk['preservation'] =>
    async (words, line, sent = {}) => {
      const [operationId = '', name = ''] = words.split(' ');
      const [method = '', path = ''] = line.split(' ');
      return (await record({ service, operationId, name, method, path, ...sent })) as AnswerProperties;
    };
  const talk: Talk = { platform, preservation: asking('preservation'), storage: asking('storage') };
  await aboutServices(talk);
  await containers(talk);
  const deposit = await deposits(talk);
  await pipeline(talk, deposit);
  await imports(talk, deposit);
  await storageJobs(talk);
  await repository(talk);
  await iiif(talk, deposit);
  await furtherDeposits(talk);
  await streams(talk);
  await histories(talk, deposit);
  await searches(talk);
  await archiving(talk, deposit);
  await imageService(talk);
};
