import { ArchiveFault, type ArchiveFaultCode } from '../archive/archive.js';
import { ApiFault } from './api-fault.js';

const CODES: Readonly<Record<number, ArchiveFaultCode>> = {
  400: 'not-found',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'damaged',
  410: 'not-found',
};

const codeOf = ({ status, progress }: ApiFault): ArchiveFaultCode =>
  CODES[status] ?? (status === 503 && progress !== null ? 'incomplete' : 'unavailable');

/** The fault of a failed request, in the words of the service; any other error as it is. */
export const archiveFault = (error: unknown): unknown =>
  error instanceof ApiFault ? new ArchiveFault(codeOf(error), error.detail ?? error.message, { cause: error }) : error;

/** Rejects with ArchiveFault where the request fails. */
export const orArchiveFault = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    throw archiveFault(error);
  }
};

/** Null where there is nothing. */
export const orNone = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await orArchiveFault(answer);
  } catch (error) {
    if (error instanceof ArchiveFault && error.code === 'not-found') return null;
    throw error;
  }
};
