import { readExport } from '../../../commands/export/export-stream.js';
import { notFound } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import { exportAnswer } from './export-answer.js';

/** An export, to be polled until it has finished (storage service 3). */
export const getExport = (on: RepositoryDependencies): Route =>
  route('getExport', async ({ params: { exportId = '' } }) => {
    const found = await readExport(on.dependencies.events, exportId);
    return found === null ? notFound(`There is no export ${exportId}`) : json(200, await exportAnswer(on, found));
  });
