import { randomUUID } from 'node:crypto'
import { schoolDay } from '#shared/dates.ts'
import { addStaffUser, createSchool, type CreatedSchool, importSections, importStudents } from './createSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { uniqueTag } from './unique.ts'

/** A school with a fee counter, for one test file. */
export interface FeeSchool extends CreatedSchool {
  /** E-mail addresses, each with `password`. */
  clerks: readonly [string, string]
  password: string
  /** Ids by name. */
  studentIds: ReadonlyMap<string, string>
}

export interface FeeSchoolStudent {
  name: string
  phone: string
  /** The student is not assigned to the fee category. */
  withoutFees?: boolean
}

/**
 * Adds a school whose term is past, so that all of its fees are due on any day. The students are in 7-B with roll
 * numbers from 1. They pay Library ₹300.00, Tuition of APR and MAY ₹1,500.00 each, and a Donation that is not fixed.
 */
export async function addFeeSchool(name: string, students: readonly FeeSchoolStudent[]): Promise<FeeSchool> {
  const school = await createSchool({
    name,
    senderId: 'FEESCH',
    term: '2020-21',
    feesModule: true,
    showRegisterNo: true,
    upiAddress: 'school@sbi',
  })
  const { id, termId, executeInSchool } = school
  await importSections(school, [{ class: '7', section: 'B' }])
  await importStudents(
    school,
    students.map((student, index) => ({
      roll: String(index + 1),
      class: '7',
      section: 'B',
      name: student.name,
      phone: student.phone,
      registerNo: `R-${index + 1}`,
    })),
  )
  const studentPage = await executeInSchool<{ students: { rows: { student: { id: string; name: string } }[] } }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id name } } } }',
    { termId, pageSize: 100 },
  )
  const studentIds = new Map(studentPage.students.rows.map(({ student }) => [student.name, student.id]))

  const { addFeeCategory: category } = await executeInSchool<{ addFeeCategory: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    { termId, name: 'School Fees', bankAccountId: '' },
  )
  const addFees = (fee: string, amount: number, fixedAmount: boolean, months: string[]) =>
    executeInSchool(
      'mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }',
      { feeCategoryIds: [category.id], name: fee, amount, fixedAmount, months },
    )
  await addFees('Library', 30_000, true, [])
  await addFees('Tuition', 150_000, true, ['APR', 'MAY'])
  await addFees('Donation', 0, false, [])
  await executeInSchool(
    'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
    {
      feeCategoryId: category.id,
      studentIds: students.filter((student) => !student.withoutFees).map((student) => studentIds.get(student.name)),
    },
  )

  const tag = `${uniqueTag()}.${id}`
  const clerks = [`clerk.${tag}@fees.test`, `second.${tag}@fees.test`] as const
  const password = '9811122233'
  for (const email of clerks)
    await addStaffUser(school, {
      name: email === clerks[0] ? 'Meena Clerk' : 'Suresh Clerk',
      email,
      phone: password,
      role: 'FEES',
    })
  return { ...school, clerks, password, studentIds }
}

/**
 * Adds a term before the school's own, in which a student was in 6-A and has not paid a fee, "Tuition" of March, by
 * default of ₹800.00. Its category has the bank account of the term's School Fees, if there is one.
 */
export async function addEarlierDue(school: FeeSchool, student: string, term: string, amount = 80_000): Promise<void> {
  await queryDatabase(
    `with term as (
        insert into terms (school_id, name, past, starts_on) values ($1, $3, true, make_date(left($3, 4)::int, 4, 1)) returning id
      ),
      class as (insert into classes (school_id, term_id, name) select $1, id, '6' from term returning id),
      section as (
        insert into sections (school_id, term_id, class_id, name, sr) select $1, term.id, class.id, 'A', 1 from term, class returning id
      ),
      enrolment as (
        insert into enrolments (school_id, term_id, student_id, section_id) select $1, term.id, $2, section.id from term, section
      ),
      category as (
        insert into fee_categories (school_id, term_id, name, bank_account_id)
        select $1, id, 'School Fees',
          (select bank_account_id from fee_categories where school_id = $1 and term_id = $5 and name = 'School Fees')
        from term returning id
      ),
      fee as (
        insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, month, sr)
        select $1, term.id, category.id, 'Tuition', 'tuition', $4, true, 'MAR', 1 from term, category
      )
    insert into student_fee_categories (school_id, term_id, student_id, fee_category_id) select $1, term.id, $2, category.id from term, category`,
    [school.id, school.studentIds.get(student), term, amount, school.termId],
  )
}

/**
 * Takes a payment of a student's fee as the counter does, on today's date.
 * @param fee the fee's name; the amount is split over all of its months
 * @param input further fields of the payment, such as its mode
 */
export async function collectFee(
  school: FeeSchool,
  payment: { student: string; fee: string; amount: number },
  input: { mode: string; [field: string]: unknown },
): Promise<void> {
  const account = { termId: school.termId, studentId: school.studentIds.get(payment.student) }
  const { feeAccount } = await school.executeInSchool<{
    feeAccount: { fees: { feeId: string; name: string; version: string }[] }
  }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name version } } }',
    account,
  )
  const fees = feeAccount.fees.filter((fee) => fee.name === payment.fee).map(({ feeId, version }) => ({ feeId, version }))
  await school.executeInSchool(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { __typename } }',
    { ...account, key: randomUUID(), fees, amount: payment.amount, collectedOn: schoolDay(new Date()), ...input },
  )
}
