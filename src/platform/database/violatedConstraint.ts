/**
 * Returns the name of the constraint that a database error is about; undefined for every other error. A Citus worker
 * adds its shard's number (`books_name_102028`), and inside a transaction it names the constraint only in the message.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, constraint, message } = error as Error & { code?: unknown; constraint?: unknown }
  if (typeof constraint === 'string') return nameOfAll(constraint)
  const told = typeof code === 'string' && code.startsWith('23') ? / constraint "([^"]+)"/.exec(message)?.[1] : undefined
  return told === undefined ? undefined : nameOfAll(told)
}

const nameOfAll = (name: string) => name.replace(/_\d{6,}$/, '')
