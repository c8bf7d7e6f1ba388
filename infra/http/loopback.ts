import { isIP } from 'node:net';

/** Whether a host name or an IP address, without brackets, is that of the machine itself. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether an address is on the machine itself, so that no other sees what is sent to it. */
export const isOnThisComputer = ({ hostname }: URL): boolean => isLoopback(hostname.replaceAll(/^\[|\]$/g, ''));
