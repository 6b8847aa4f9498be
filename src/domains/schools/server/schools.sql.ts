import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connect.ts'

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

/** How many classes and students stand on a term. */
export function termUse(db: Tx, schoolId: number, termId: number) {
  return db
    .selectNoFrom((row) => [
      row
        .selectFrom('classes')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('schoolId', '=', schoolId)
        .where('termId', '=', termId)
        .as('classes'),
      row
        .selectFrom('enrolments')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('schoolId', '=', schoolId)
        .where('termId', '=', termId)
        .as('enrolments'),
    ])
    .executeTakeFirstOrThrow()
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
