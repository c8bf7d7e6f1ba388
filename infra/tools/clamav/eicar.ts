/**
 * The harmless text that every virus scanner reports, to see that one does (https://www.eicar.org). It is put together
 * when it is needed, so that no file of ours is reported.
 */
export const eicar = (): string =>
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!$H+H*'].join('-');
