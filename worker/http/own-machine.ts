const OWN_MACHINE = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** `host` may have a port. Browsers treat a page there as secure even over HTTP. */
export function isOwnMachine(host: string): boolean {
  return OWN_MACHINE.test(host);
}
