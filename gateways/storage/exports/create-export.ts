import { exportGroup } from '../../../commands/processes/exports/export-group.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { intentOf } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import { exportUri } from '../../uris/uris.js';
import { exportAnswer } from './export-answer.js';
import { newExport, type ExportRequest } from './export-request.js';

/** Requests the export of an archival group; it runs after the answer (storage service 4). */
export const createExport = (on: RepositoryDependencies): Route =>
  route<unknown, ExportRequest>('createExport', async (call) => {
    const wanted = newExport(call.body);
    if (!wanted.ok) return badRequest(wanted.refusal);
    const made = await exportGroup(on.dependencies, intentOf(on.dependencies, call), wanted.value);
    if (!made.ok) return refusalAnswer(made.refusal);
    await on.waitForViews(made.position);
    const { value } = made;
    return json(201, await exportAnswer(on, value), { Location: exportUri(on.baseUrls.storage, value.exportId) });
  });
