import { type SqlBool, sql } from 'kysely'
import { readIn, type Tx } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { refuseErased } from '#domains/students/server/erased.exports.ts'
import { enrolledPayers, type FeeAccountKey, type Payer, payers } from './account.sql.ts'

/**
 * Locks an account: the student's enrolment in the term. Take this lock before reading the account's money for a
 * decision or writing it. FOR NO KEY UPDATE does not block attendance marks and other rows that reference the
 * enrolment.
 * @param feeIds fees of earlier terms among them lock the student's accounts of these terms too
 * @returns undefined when the viewer may not see the student in the account's term
 */
export async function lockAccount(
  db: Tx,
  viewer: Viewer,
  account: FeeAccountKey,
  feeIds: readonly number[] = [],
): Promise<Payer | undefined> {
  const [, [payer]] = await readIn(db)(...accountLock(db, viewer, account, feeIds))
  return payer
}

/** Returns the statements of {@link lockAccount}. */
function accountLock(db: Tx, viewer: Viewer, account: FeeAccountKey, feeIds: readonly number[]) {
  const { schoolId, termId, studentId } = account
  return [
    accountLocks(db, { schoolId, termId, studentIds: [studentId], feeIds }),
    payers(db, schoolId, viewer, termId).where('enrolments.studentId', '=', studentId).forNoKeyUpdate('enrolments'),
  ] as const
}

/**
 * Locks the accounts of students in a term and in the terms of some fees: by student, each oldest term first.
 * Whoever locks several accounts locks them in this order, so that nobody waits for each other.
 */
export async function lockAccounts(db: Tx, accounts: AccountsKey): Promise<void> {
  await accountLocks(db, accounts).execute()
}

interface AccountsKey {
  schoolId: number
  termId: number
  studentIds: readonly number[]
  feeIds: readonly number[]
}

function isOfTermOrFees({ schoolId, termId, feeIds }: Omit<AccountsKey, 'studentIds'>) {
  return sql<SqlBool>`(enrolments.term_id = ${termId} or enrolments.term_id in (
    select fees.term_id from fees where fees.school_id = ${schoolId} and fees.id = any(${feeIds}::bigint[])))`
}

function accountLocks(db: Tx, of: AccountsKey) {
  return db
    .selectFrom('enrolments')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
    .select('enrolments.id')
    .where('enrolments.schoolId', '=', of.schoolId)
    .where(sql<SqlBool>`enrolments.student_id = any(${of.studentIds}::bigint[])`)
    .where(isOfTermOrFees(of))
    .orderBy('enrolments.studentId')
    .orderBy('terms.past', 'desc')
    .orderBy('terms.id')
    .forNoKeyUpdate('enrolments')
}

/**
 * Locks an account like {@link lockAccount} for a change by hand. Cheques and online payments that are under way are
 * completed without this check.
 * @throws Refusal FORBIDDEN for an erased student
 */
export async function lockUnerasedAccount(
  db: Tx,
  viewer: Viewer,
  account: FeeAccountKey,
  feeIds: readonly number[] = [],
): Promise<Payer | undefined> {
  return unerasedPayer(await unerasedAccountLock(db, viewer, account, feeIds).execute())
}

/**
 * Returns the statement of {@link lockUnerasedAccount}, for {@link unerasedPayer}: the student's accounts, in the order
 * of {@link lockAccounts}, and the student against being erased. Three statements take twice as long.
 */
export function unerasedAccountLock(db: Tx, viewer: Viewer, account: FeeAccountKey, feeIds: readonly number[]) {
  const { schoolId, termId, studentId } = account
  return enrolledPayers(db, schoolId)
    .select('students.erasedAt')
    .select(sql<boolean>`enrolments.term_id = ${termId} and ${visibleSection(viewer)}`.as('isPayer'))
    .where('enrolments.studentId', '=', studentId)
    .where(isOfTermOrFees({ schoolId, termId, feeIds }))
    .orderBy('terms.past', 'desc')
    .orderBy('terms.id')
    .forNoKeyUpdate('enrolments')
    .forKeyShare('students')
}

/**
 * Returns the student of a locked account; undefined when the viewer may not see the student in its term.
 * @throws Refusal FORBIDDEN for an erased student
 */
export function unerasedPayer(accounts: readonly (Payer & { erasedAt: Date | null; isPayer: boolean })[]): Payer | undefined {
  const account = accounts.find(({ isPayer }) => isPayer)
  if (!account) return undefined
  refuseErased([account])
  const { erasedAt: _, isPayer: __, ...payer } = account
  return payer
}
