import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'

/**
 * Selects the schools or the societies by name (specification, section 7). School 0, the installation, is in neither
 * list.
 */
export function schoolList(db: Db, isSociety: boolean) {
  return db.selectFrom('schools').selectAll().where('id', '>', 0).where('isSociety', '=', isSociety).orderBy('name').orderBy('id')
}

/** Locks a school's row for a change and returns it. */
export function lockSchool(db: Tx, schoolId: number) {
  return db.selectFrom('schools').selectAll().where('id', '=', schoolId).forUpdate().executeTakeFirst()
}

/**
 * Keeps the due days of months that have passed from moving with the school's fee date: the months in which the old day
 * or the new one lies before today stay with the day that they have.
 */
export async function keepPastDueDays(db: Tx, schoolId: number, today: Day, { from, to }: { from: number; to: number }) {
  const hasPassed = (feesDate: number) => sql`fee_due_on(month, null, terms.starts_on, null, ${feesDate}::int) < ${today}::date`
  await db
    .updateTable('terms')
    .set({
      feesDates: sql<number[]>`array(
        select coalesce(terms.fees_dates[nth], case when ${hasPassed(from)} or ${hasPassed(to)} then ${from}::smallint end)
        from unnest(array['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']) with ordinality as one (month, nth)
        order by nth)`,
    })
    .where('schoolId', '=', schoolId)
    .execute()
}

/** Selects a school's terms: past terms first, then by ascending id (specification, section 2). */
export function termList(db: Db | Tx, schoolId: number) {
  return db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).orderBy('past', 'desc').orderBy('id')
}

/** Locks a term for a change and returns it. */
export function lockTerm(db: Tx, schoolId: number, id: number) {
  return db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Locks all terms of a school in the order of the list and returns them. Two changes of the current term cannot
 * deadlock, because both lock all terms in the same order.
 */
export function lockTerms(db: Tx, schoolId: number) {
  return termList(db, schoolId).forUpdate().execute()
}

/** Tables whose rows prevent the deletion of a term, with the column of the term, and what a count says. */
export const termReferenceTables = {
  classes: ['term_id', (count: number) => t`${plural(count, { one: '# class', other: '# classes' })}`],
  enrolments: ['term_id', (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`],
  feeCategories: ['term_id', (count: number) => t`${plural(count, { one: '# fee category', other: '# fee categories' })}`],
  expenses: ['term_id', (count: number) => t`${plural(count, { one: '# expense', other: '# expenses' })}`],
  onlineOrders: ['term_id', (count: number) => t`${plural(count, { one: '# online order', other: '# online orders' })}`],
  exams: ['term_id', (count: number) => t`${plural(count, { one: '# exam', other: '# exams' })}`],
  certificates: ['term_id', (count: number) => t`${plural(count, { one: '# certificate', other: '# certificates' })}`],
  bookProgresses: [
    'term_id',
    (count: number) => t`${plural(count, { one: '# book progress entry', other: '# book progress entries' })}`,
  ],
  attentionCases: [
    'term_id',
    (count: number) => t`${plural(count, { one: '# case of attention', other: '# cases of attention' })}`,
  ],
  students: [
    'create_term_id',
    (count: number) => t`${plural(count, { one: '# student added in it', other: '# students added in it' })}`,
  ],
} as const

/** Counts the rows that prevent the deletion of a term, in one statement; returns no row for an unknown term. */
export function termReferenceCounts(db: Db | Tx, schoolId: number, termId: number) {
  const counts = Object.entries(termReferenceTables).map(([table, [column]]) =>
    sql<number>`(select count(*) from ${sql.table(table)} where school_id = ${schoolId} and ${sql.ref(column)} = ${termId})`.as(
      table,
    ),
  )
  return db.selectFrom('terms').select(counts).where('schoolId', '=', schoolId).where('id', '=', termId)
}

/** Formats the result of {@link termReferenceCounts}, such as "10 classes" and "600 students". */
export function formatTermReferences(counts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(termReferenceTables).flatMap(([table, [, textOf]]) => {
    const count = Number(counts[table] ?? 0)
    // Most students of a term were also added in it, so they are counted once.
    const isCountedAsEnrolled = table === 'students' && Number(counts.enrolments ?? 0) > 0
    return count === 0 || isCountedAsEnrolled ? [] : [textOf(count)]
  })
}

/** Locks the classes of a term in ascending order and returns their ids. */
export function lockClasses(db: Tx, schoolId: number, termId: number) {
  return db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Sets the school names of classes in one statement. */
export function setClassNames(db: Tx, schoolId: number, names: readonly { classId: number; smsSuffix: string }[]) {
  return db
    .updateTable('classes')
    .from(
      sql<{
        classId: number
        suffix: string
      }>`unnest(${names.map((name) => name.classId)}::bigint[], ${names.map((name) => name.smsSuffix)}::text[])`.as<'named'>(
        sql`named (class_id, suffix)`,
      ),
    )
    .set((row) => ({ smsSuffix: row.ref('named.suffix') }))
    .where('classes.schoolId', '=', schoolId)
    .whereRef('classes.id', '=', 'named.classId')
    .returning(['classes.id', 'classes.smsSuffix'])
    .execute()
}

export const bankAccountColumns = ['schoolId', 'id', 'name', 'accNumber', 'ifsc', 'keyId', 'createdAt'] as const

/** Selects a school's bank accounts by name, without their sealed secrets. */
export function bankAccountList(db: Db | Tx, schoolId: number) {
  return db.selectFrom('bankAccounts').select(bankAccountColumns).where('schoolId', '=', schoolId).orderBy('name').orderBy('id')
}

/** Locks a bank account for a change and returns it without its secrets. */
export function lockBankAccount(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('bankAccounts')
    .select(bankAccountColumns)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
