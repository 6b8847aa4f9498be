import { CannotStart } from '#platform/cannotStart.ts'
import type { Config } from '#platform/config.ts'

/** Explains why the configured host and port cannot be listened on. Returns any other error unchanged. */
export function explainListenError(error: unknown, { host, port }: Config): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `The port ${port} is in use. Stop the program that uses it, or choose another with PORT, such as PORT=${port + 1}.`,
    EACCES: `The port ${port} needs more rights than this user has. Choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `The address ${host} in HOST is not one of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for every network.`,
    ENOTFOUND: `The name ${host} in HOST is not known. Use 127.0.0.1 for this machine only, or 0.0.0.0 for every network.`,
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new CannotStart(reason)
}
