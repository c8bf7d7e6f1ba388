import { refuse } from '../../../commands/core/decider.js';
import { admitReader } from '../../../commands/workspace/admit-to-workspace.js';
import { originalName } from '../../../commands/workspace/workspace-object.js';
import { keyViolation } from '../../../formats/key-violation.js';
import { lastName, pathViolation } from '../../../formats/paths/repository-path.js';
import { contentDisposition } from '../../http/answer/content-disposition.js';
import { json, route, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { depositUri } from '../../uris/uris.js';
import { NO_STORE } from '../credentials/no-store.js';
import { openAccess } from '../credentials/open-access.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { shownType } from './shown-type.js';

interface DownloadQuery {
  /** In the deposit. */
  readonly path: string;
  /** Whether a browser is to show the file, where that is safe. */
  readonly inline: boolean;
}

/** A presigned GET of a file in a deposit, whatever the state of the deposit. */
export const getDepositDownload = (on: DepositDependencies): Route =>
  route<DownloadQuery>('getDepositDownload', async (call) => {
    const opened = await openAccess(on, call, admitReader);
    if (!opened.ok) return refusalAnswer(opened.refusal);
    const { deposit, access } = opened.value;
    const { path, inline } = call.query;
    const at = { bucket: deposit.files.bucket, key: deposit.files.prefix + path };
    const isPath = pathViolation(path) === null && keyViolation(at.key) === null;
    const file = isPath ? await on.dependencies.bytes.head(at) : null;
    if (file === null) return refusalAnswer(refuse('file-not-found', 'The deposit has no file at this path.'));
    const shown = inline ? shownType(file.contentType, path) : null;
    const kind = shown === null ? 'attachment' : 'inline';
    const contentType = shown ?? 'application/octet-stream';
    const disposition = contentDisposition(kind, originalName(file) ?? lastName(path));
    const answer = {
      type: 'Download',
      deposit: depositUri(on.baseUrls.preservation, deposit.depositId),
      path,
      size: file.size,
      contentType,
      disposition: kind,
      url: await access.presignGet(at.key, { contentType, disposition }),
      expiration: access.expires.toISOString(),
    };
    return json(200, answer, NO_STORE);
  });
