import { CannotStart, isDiskFull } from '../cannotStart.ts'

/**
 * Explains why the database of `DATABASE_URL` cannot be used, with its host and port and never its password; undefined
 * for any other error.
 */
export function explainDatabase(error: unknown, databaseUrl: string): CannotStart | undefined {
  const url = new URL(databaseUrl)
  const place = `${url.hostname || 'localhost'}:${url.port || '5432'}`
  const user = decodeURIComponent(url.username) || 'without a name'
  const name = decodeURIComponent(url.pathname.slice(1)) || user
  const { code, message } = error as { code?: string; message: string }
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No database answers at ${place} (DATABASE_URL). Start PostgreSQL there or correct the setting; without the setting, Shala brings a database of its own.`,
    ENOTFOUND: `The host ${url.hostname} in DATABASE_URL is not known. Correct the setting.`,
    EAI_AGAIN: `The host ${url.hostname} in DATABASE_URL cannot be looked up now. Check the network, or correct the setting.`,
    '28P01': `The database at ${place} refuses the user ${user} with the password in DATABASE_URL. Correct the setting.`,
    '28000': `The database at ${place} does not let the user ${user} of DATABASE_URL in from here. Allow it in its pg_hba.conf, or correct the setting.`,
    '3D000': `There is no database ${name} at ${place} (DATABASE_URL). Create it, owned by ${user}, or correct the setting.`,
    '42501': `The user ${user} of DATABASE_URL lacks a right at ${place}: it must own the database ${name} and may create roles (${message}).`,
    '53300': `The database at ${place} takes no more connections. Stop what holds them, or raise its max_connections.`,
  }
  const sentence = sentences[code ?? '']
  if (sentence !== undefined) return new CannotStart(sentence)
  if (isDiskFull(error)) return new CannotStart(`The disk of the database at ${place} is full. Make room on it and start again.`)
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/i.test(message))
    return new CannotStart(
      `The database at ${place} (DATABASE_URL) does not answer. Check that it runs and that a firewall lets you through.`,
    )
  if (/SSL/.test(message))
    return new CannotStart(
      `The database at ${place} and DATABASE_URL disagree about TLS: ${message}. See sslmode in the setting.`,
    )
  return undefined
}
