import { createAccounts } from '#platform/auth/accounts.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { TestSchool } from '../world.ts'
import type { Extra } from './cells.ts'
import { addAttendance } from './attendanceRows.ts'
import { addCertificates } from './certificateRows.ts'
import { addChat } from './chatRows.ts'
import { addIncidents } from './disciplineExpectations.ts'
import { addDocuments } from './documentRows.ts'
import { addIdCardDesign } from './idCardExpectations.ts'
import { addLegacy } from './legacyRows.ts'
import { addMessages } from './messageExpectations.ts'
import { addOnlineRows } from './onlineRows.ts'
import { addPayments } from './paymentRows.ts'
import { addPromotions } from './promotionExpectations.ts'
import { addTemplates } from './templateExpectations.ts'

/** Adds one row of each kind that an operation names and the test world lacks. */
export async function addExtra(database: Database, school: TestSchool, secretKey: string): Promise<Extra> {
  const schoolId = school.id
  return database.transaction(schoolId, async (db) => {
    const bus = await db
      .insertInto('buses')
      .values({ schoolId, busno: 'MH 12 ZZ 9', deviceId: 'D9', simNumber: '9' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const userEmail = `extra.user${schoolId}@world.test`
    const user = await db
      .insertInto('users')
      .values({ schoolId, name: 'Extra User', email: userEmail, role: 'TEACHER' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await createAccounts(db, [{ email: userEmail, name: 'Extra User', schoolId, userId: user.id }])
    const term = await db.insertInto('terms').values({ schoolId, name: 'spare' }).returning('id').executeTakeFirstOrThrow()
    const sealed = Buffer.from('never opened here')
    const bankAccount = await db
      .insertInto('bankAccounts')
      .values({
        schoolId,
        name: 'Extra',
        accNumber: '123456789',
        ifsc: 'SBIN0001234',
        keyId: 'key',
        keySecretSealed: sealed,
        miscSealed: sealed,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paid = await addPayments(db, school)
    return {
      term: term.id,
      bankAccount: bankAccount.id,
      bus: bus.id,
      user: user.id,
      userEmail,
      ...(await addCurriculum(db, school)),
      ...paid,
      ...(await addOnlineRows(db, school, secretKey, Number(paid.feeCategory), Number(paid.library))),
      ...(await addSpareFees(db, school)),
      ...(await addSpareStudent(db, school)),
      ...(await addAttendance(db, school)),
      ...(await addCertificates(db, school)),
      ...(await addChat(db, school)),
      ...(await addIdCardDesign(db, school)),
      ...(await addImports(db, school)),
      ...(await addExpenses(db, school)),
      ...(await addDocuments(db, school, secretKey)),
      ...(await addPromotions(db, school)),
      ...(await addLegacy(db, school)),
      ...(await addIncidents(db, school)),
      ...(await addMessages(db, school)),
      ...(await addTemplates(db, school)),
    }
  })
}

/**
 * Adds a class without sections that the limited ADMIN sees, a section without students in class 8, and subjects and
 * books there and in 7-B.
 */
async function addCurriculum(db: Tx, { id: schoolId, termId, class8, section7B, users }: TestSchool): Promise<Extra> {
  const emptyClass = await db
    .insertInto('classes')
    .values({ schoolId, termId, name: '9' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('classAdmins').values({ schoolId, userId: users.limitedAdmin, classId: emptyClass.id }).execute()
  const section8B = await db
    .insertInto('sections')
    .values({ schoolId, termId, classId: class8, name: 'B' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [subject7, subject8] = await db
    .insertInto('subjects')
    .values([section7B, section8B.id].map((sectionId) => ({ schoolId, termId, sectionId, sr: 1, name: 'Maths' })))
    .returning('id')
    .execute()
  if (!subject7 || !subject8) throw new Error('Two subjects were expected.')
  const [book7, book8] = await db
    .insertInto('books')
    .values([subject7, subject8].map(({ id }) => ({ schoolId, subjectId: id, name: 'Ganit' })))
    .returning('id')
    .execute()
  if (!book7 || !book8) throw new Error('Two books were expected.')
  return {
    emptyClass: emptyClass.id,
    section8B: section8B.id,
    subject7: subject7.id,
    subject8: subject8.id,
    book7: book7.id,
    book8: book8.id,
  }
}

/** Adds a fee category with a fee that nobody pays and that has no payments. */
async function addSpareFees(db: Tx, { id: schoolId, termId }: TestSchool): Promise<Extra> {
  const category = await db
    .insertInto('feeCategories')
    .values({ schoolId, termId, name: 'Spare' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fee = await db
    .insertInto('fees')
    .values({ schoolId, termId, feeCategoryId: category.id, name: 'Spare', slug: 'spare', amount: 100, fixedAmount: true, sr: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { spareCategory: category.id, spareFee: fee.id }
}

/** Adds a student without payments, unlike the two of the test world. */
async function addSpareStudent(db: Tx, { id: schoolId, termId, section8A }: TestSchool): Promise<Extra> {
  const student = await db
    .insertInto('students')
    .values({ schoolId, name: 'Spare Student', phone: '9876543210', qrcode: `spare-${schoolId}`, createTermId: termId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('enrolments').values({ schoolId, termId, studentId: student.id, sectionId: section8A, roll: '2' }).execute()
  return { spareStudent: student.id }
}

/** Adds one import of each kind, made by the school's ADMIN; its rows are deleted already. */
async function addImports(db: Tx, { id: schoolId, subjects }: TestSchool): Promise<Extra> {
  const createdBy = subjects.admin ?? ''
  const added = async (kind: string) =>
    (await db.insertInto('imports').values({ schoolId, kind, rowIds: [], createdBy }).returning('id').executeTakeFirstOrThrow())
      .id
  return {
    teachersImport: await added('teachers'),
    sectionsImport: await added('sections'),
    studentsImport: await added('students'),
  }
}

/** Adds an expense in a category, and an empty category. */
async function addExpenses(db: Tx, { id: schoolId, termId, subjects }: TestSchool): Promise<Extra> {
  const [category, empty] = await db
    .insertInto('expenseCategories')
    .values(['Repairs', 'Sports'].map((name) => ({ schoolId, name })))
    .returning('id')
    .execute()
  if (!category || !empty) throw new Error('Two categories were expected.')
  const day = '2026-06-10'
  const expense = await db
    .insertInto('expenses')
    .values({
      schoolId,
      termId,
      expenseCategoryId: category.id,
      amount: 1,
      paidOn: day,
      enteredOn: day,
      createdBy: subjects.fees ?? '',
      createdByName: 'A Clerk',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { expenseCategory: category.id, emptyExpenseCategory: empty.id, expense: expense.id }
}
