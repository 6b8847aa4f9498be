import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Used in place of a term id to select the rows of all terms. */
export const everyTerm = null

/**
 * Condition: the term in `column` (`payments.term_id`) is this one, or any of the school's. All terms are passed as an
 * array of the school's few terms, because the indexes of money begin with school and term.
 */
export function isInTerm(column: string, schoolId: number, termId: number | typeof everyTerm): RawBuilder<SqlBool> {
  const term = sql.raw(column)
  return termId === everyTerm
    ? sql<SqlBool>`${term} = any(array(select terms.id from terms where terms.school_id = ${schoolId}))`
    : sql<SqlBool>`${term} = ${termId}`
}
