import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { countWithNoun } from '#shared/plural.ts'

/** The schools by name, or the societies; never both (specification, section 7). School 0 is the installation, and in neither list. */
export function schoolList(db: Db, isSociety: boolean) {
  return db.selectFrom('schools').selectAll().where('id', '>', 0).where('isSociety', '=', isSociety).orderBy('name').orderBy('id')
}

/** The school's row, locked for a change. */
export function lockSchool(db: Tx, schoolId: number) {
  return db.selectFrom('schools').selectAll().where('id', '=', schoolId).forUpdate().executeTakeFirst()
}

/** A school's terms in ascending id order (specification, section 2). */
export function termList(db: Db | Tx, schoolId: number) {
  return db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).orderBy('past', 'desc').orderBy('id')
}

/** One term, locked for a change. */
export function lockTerm(db: Tx, schoolId: number, id: number) {
  return db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** All terms of a school, locked in ascending id order: whoever moves the current one holds them all, so two cannot cross. */
export function lockTerms(db: Tx, schoolId: number) {
  return termList(db, schoolId).forUpdate().execute()
}

/** Tables whose rows keep a term from being deleted, with the word for one row and for several, and the column of the term. */
export const keepingTables = {
  classes: ['class', 'classes', 'term_id'],
  enrolments: ['student', 'students', 'term_id'],
  feeCategories: ['fee category', 'fee categories', 'term_id'],
  expenses: ['expense', 'expenses', 'term_id'],
  onlineOrders: ['online order', 'online orders', 'term_id'],
  certificates: ['certificate', 'certificates', 'term_id'],
  bookProgresses: ['book progress entry', 'book progress entries', 'term_id'],
  students: ['student added in it', 'students added in it', 'create_term_id'],
} as const

/** The numbers of rows that keep a term from being deleted, in one statement; no row for an unknown term. */
export function termUse(db: Db | Tx, schoolId: number, termId: number) {
  const counts = Object.entries(keepingTables).map(([table, [, , column]]) =>
    sql<number>`(select count(*) from ${sql.table(table)} where school_id = ${schoolId} and ${sql.ref(column)} = ${termId})`.as(
      table,
    ),
  )
  return db.selectFrom('terms').select(counts).where('schoolId', '=', schoolId).where('id', '=', termId)
}

/** Says what {@link termUse} counted, such as "10 classes" and "600 students". */
export function keptByWords(use: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(keepingTables).flatMap(([table, [one, several]]) => {
    const count = Number(use[table] ?? 0)
    // Most students of a term were added in it: they are named once.
    const isNamed = table === 'students' && Number(use.enrolments ?? 0) > 0
    return count === 0 || isNamed ? [] : [countWithNoun(count, one, several)]
  })
}

/** The ids of a term's classes, locked in ascending order. */
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

/** Gives every named class its school name, in one statement. */
export function nameClasses(db: Tx, schoolId: number, names: readonly { classId: number; smsSuffix: string }[]) {
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

export const accountColumns = ['schoolId', 'id', 'name', 'accNumber', 'ifsc', 'keyId', 'createdAt'] as const

/** A school's bank accounts by name. The sealed secrets are not among the columns: nothing reads them for a screen. */
export function bankAccountList(db: Db, schoolId: number) {
  return db.selectFrom('bankAccounts').select(accountColumns).where('schoolId', '=', schoolId).orderBy('name').orderBy('id')
}

/** One account without its secrets, locked for a change. */
export function lockBankAccount(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('bankAccounts')
    .select(accountColumns)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
