import { realpathSync } from 'node:fs'

/**
 * Returns this server's entry file in the release that it is started from. The service starts it by a link, such as
 * /opt/shala/current/src/app/start.ts; an upgrade points the link at another folder, and this then returns that one's.
 */
export function entryOfRelease(): string {
  return realpathSync(process.argv[1] ?? '')
}
