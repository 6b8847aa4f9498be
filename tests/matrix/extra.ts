import { createAccounts } from '#platform/auth/accounts.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import {
  addBankAccount,
  addBook,
  addClass,
  addFeeCategory,
  addFees,
  addSection,
  addStudents,
  addSubject,
  addTerm,
  addUser,
  limitToClass,
} from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'
import { addAttendance } from './attendanceRows.ts'
import { addCases } from './attentionExpectations.ts'
import { addCertificates } from './certificateRows.ts'
import { addChat } from './chatRows.ts'
import { addIncidents } from './disciplineExpectations.ts'
import { addConcessions } from './concessionExpectations.ts'
import { addExams } from './dateSheetExpectations.ts'
import { addDocuments } from './documentRows.ts'
import { addEarlierResults, addScheme } from './examExpectations.ts'
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
    const user = await addUser(db, school, { name: 'Extra User', email: userEmail, role: 'TEACHER' })
    await createAccounts(db, [{ email: userEmail, name: 'Extra User', schoolId, userId: user }])
    const term = await addTerm(db, school, { name: 'spare' })
    const bankAccount = await addBankAccount(db, school, { name: 'Extra' })
    const paid = await addPayments(db, school)
    return {
      term,
      bankAccount,
      bus: bus.id,
      user,
      userEmail,
      ...(await addCurriculum(db, school)),
      ...paid,
      ...(await addConcessions(db, school, Number(paid.library))),
      ...(await addOnlineRows(db, school, secretKey, Number(paid.feeCategory), Number(paid.library))),
      ...(await addSpareFees(db, school)),
      ...(await addSpareStudent(db, school)),
      ...(await addPhotoStudents(db, school)),
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
      ...(await addCases(db, school)),
      ...(await addScheme(db, school)),
      ...(await addExams(db, school)),
      ...(await addEarlierResults(db, school)),
      ...(await addMessages(db, school)),
      ...(await addTemplates(db, school)),
    }
  })
}

/**
 * Adds a class without sections that the limited ADMIN sees, a section without students in class 8, and subjects and
 * books there and in 7-B.
 */
async function addCurriculum(db: Tx, school: TestSchool): Promise<Extra> {
  const emptyClass = await addClass(db, school, '9')
  await limitToClass(db, school, school.users.limitedAdmin, emptyClass)
  const section8B = await addSection(db, school, { classId: school.class8, name: 'B' })
  const subject7 = await addSubject(db, school, { sectionId: school.section7B })
  const subject8 = await addSubject(db, school, { sectionId: section8B })
  return {
    emptyClass,
    section8B,
    subject7,
    subject8,
    book7: await addBook(db, school, { subjectId: subject7, name: 'Ganit' }),
    book8: await addBook(db, school, { subjectId: subject8, name: 'Ganit' }),
  }
}

/** Adds a fee category with a fee that nobody pays and that has no payments. */
async function addSpareFees(db: Tx, school: TestSchool): Promise<Extra> {
  const spareCategory = await addFeeCategory(db, school, { name: 'Spare' })
  const [spareFee = 0] = await addFees(db, school, spareCategory, [{ name: 'Spare', amount: 100 }])
  return { spareCategory, spareFee }
}

/** Adds a student without payments, unlike the two of the test world. */
async function addSpareStudent(db: Tx, school: TestSchool): Promise<Extra> {
  const student = { name: 'Spare Student', phone: '9876543210', qrcode: `spare-${school.id}` }
  const asked = {
    name: 'Asked Student',
    phone: '9876543210',
    disabled: true,
    erasureAskedAt: new Date(),
    erasureAskedByName: 'An Admin',
  }
  const [spareStudent = 0, askedStudent = 0] = await addStudents(db, school, school.section8A, [student, asked])
  return { spareStudent, askedStudent }
}

/** Adds a student of each class with a register number, and a photo that the ADMIN has sent. */
async function addPhotoStudents(db: Tx, school: TestSchool): Promise<Extra> {
  // Disabled students are in no register.
  const left = { name: 'Spare Student', phone: '9876543210', disabled: true }
  await addStudents(db, school, school.section7A, [{ ...left, registerNo: 'P7' }], 90)
  await addStudents(db, school, school.section8A, [{ ...left, registerNo: 'P8' }], 90)
  const sent = {
    schoolId: school.id,
    purpose: 'student-photo',
    contentType: 'image/jpeg',
    size: 10,
    createdBy: school.subjects.admin ?? '',
  }
  const { id: sentPhoto } = await db.insertInto('files').values(sent).returning('id').executeTakeFirstOrThrow()
  return { sentPhoto }
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
    photosImport: await added('photos'),
    openingDuesImport: await added('openingDues'),
    earlierResultsImport: await added('earlierResults'),
    scoresImport: await added('scores'),
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
