import * as command from '../../../commands/processes/exports/export-mets-only.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { renderMetsExport } from '../../rendering/export.js';
import { intentOf } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import { newExport, type ExportRequest } from './export-request.js';

/** Copies the METS files of an archival group before it answers; nothing is recorded (storage service 4, 4.1). */
export const exportMetsOnly = ({ dependencies, baseUrls }: RepositoryDependencies): Route =>
  route<unknown, ExportRequest>('exportMetsOnly', async (call) => {
    const wanted = newExport(call.body);
    if (!wanted.ok) return badRequest(wanted.refusal);
    const made = await command.exportMetsOnly(dependencies, intentOf(dependencies, call), wanted.value);
    if (!made.ok) return refusalAnswer(made.refusal);
    return json(200, renderMetsExport(baseUrls.storage, made.value));
  });
