/**
 * The name of the constraint that an error of the database is about; undefined for every other error. A node of a cluster names the part of
 * the table that it has, `books_name_102028`, and in a transaction only in its words, which quote no value where a constraint is broken.
 */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, constraint, message } = error as Error & { code?: unknown; constraint?: unknown }
  if (typeof constraint === 'string') return nameOfAll(constraint)
  const told = typeof code === 'string' && code.startsWith('23') ? / constraint "([^"]+)"/.exec(message)?.[1] : undefined
  return told === undefined ? undefined : nameOfAll(told)
}

const nameOfAll = (name: string) => name.replace(/_\d{6,}$/, '')
