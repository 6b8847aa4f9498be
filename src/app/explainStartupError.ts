import { CannotStart, diskFullError, isDiskFull } from '#platform/cannotStart.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { Refusal } from '#platform/refusal.ts'
import { WrongSetting } from '#platform/settings.ts'

/** Explains to the person at the terminal why the product does not start or stopped. */
export function explainStartupError(error: unknown): string {
  if (error instanceof WrongSetting || error instanceof CannotStart) return error.message
  if (isDiskFull(error)) return diskFullError(process.env.DATA_DIR ?? './data').message
  const { code, path } = error as NodeJS.ErrnoException
  if (path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return `Shala may not use ${path} (${code}). Let the user that starts it write there, or choose another data folder with DATA_DIR.`
  // A file that is missing has a path, a database that is away has none.
  const refusal = path === undefined ? asRefusal(error) : error
  if (refusal instanceof Refusal && refusal.code === 'UNAVAILABLE')
    return 'PostgreSQL has stopped answering, or has given no connection in time because it has too much to do. Try again.'
  return `Shala cannot start because of a mistake of its own. Please report this:\n${error instanceof Error ? error.stack : String(error)}`
}
