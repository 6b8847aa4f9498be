import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { demoPassword } from './signIn.ts'

/** A school of its own with a fee counter; the demo schools are shared with other tests. */
export interface FeeSchool {
  id: string
  termId: string
  /** Each with `password`. */
  clerks: readonly [string, string]
  password: string
  /** By name. */
  studentIds: ReadonlyMap<string, string>
}

export interface FeeSchoolStudent {
  name: string
  phone: string
  /** On no fee category. */
  withoutFees?: boolean
}

/**
 * Adds a school whose term lies in the past, so that all of its fees are due on whatever day the tests run: in 7-B the students
 * with roll numbers from 1, who pay Library ₹300.00, Tuition of APR and MAY ₹1,500.00 each, and a Donation that is not fixed.
 */
export async function addFeeSchool(name: string, students: readonly FeeSchoolStudent[]): Promise<FeeSchool> {
  const ask = asking(await superadminToken())
  const { addSchool: school } = await ask<{ addSchool: { id: string } }>(
    'mutation Add($input: NewSchool!) { addSchool(input: $input) { id } }',
    {
      input: {
        name,
        adminPhone: '9876543210',
        senderId: 'FEESCH',
        attType: 'DAILY',
        term: '2020-21',
        feesModule: true,
        showRegisterNo: true,
      },
    },
  )
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })
  const { terms } = await ask<{ terms: { id: string }[] }>('query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }', {
    schoolId: school.id,
  })
  const termId = terms[0]?.id ?? ''
  await of(
    'mutation Import($schoolId: ID!, $input: SectionImport!) { importSections(schoolId: $schoolId, input: $input) { __typename } }',
    { termId, rows: [{ sr: 1, class: '7', section: 'B', teachers: '', notificationTime: '', fbId: '' }] },
  )
  const rows = students.map(({ name: student, phone }, place) => ({
    roll: String(place + 1),
    class: '7',
    section: 'B',
    name: student,
    phone,
    registerNo: `R-${place + 1}`,
  }))
  await of(
    'mutation Import($schoolId: ID!, $input: StudentImport!) { importStudents(schoolId: $schoolId, input: $input) { __typename } }',
    { termId, rows },
  )
  const found = await of<{ students: { rows: { student: { id: string; name: string } }[] } }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id name } } } }',
    { termId, pageSize: 100 },
  )
  const studentIds = new Map(found.students.rows.map(({ student }) => [student.name, student.id]))

  const { addFeeCategory: category } = await of<{ addFeeCategory: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    { termId, name: 'School Fees', bankAccountId: '' },
  )
  const addFees = (fee: string, amount: number, fixedAmount: boolean, months: string[]) =>
    of('mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }', {
      feeCategoryIds: [category.id],
      name: fee,
      amount,
      fixedAmount,
      months,
    })
  await addFees('Library', 30_000, true, [])
  await addFees('Tuition', 150_000, true, ['APR', 'MAY'])
  await addFees('Donation', 0, false, [])
  await of(
    'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
    {
      feeCategoryId: category.id,
      studentIds: students.filter((student) => !student.withoutFees).map((student) => studentIds.get(student.name)),
    },
  )

  const mark = `${Date.now().toString(36)}.${school.id}`
  const clerks = [`clerk.${mark}@fees.test`, `second.${mark}@fees.test`] as const
  const password = '9811122233'
  for (const email of clerks)
    await of('mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }', {
      name: email === clerks[0] ? 'Meena Clerk' : 'Suresh Clerk',
      email,
      phone: password,
      role: 'FEES',
      password: '',
      classIds: [],
      zoomId: '',
      zoomPassword: '',
      zoomLink: '',
    })
  return { id: school.id, termId, clerks, password, studentIds }
}

/** An access token of the demo's super administrator. */
export async function superadminToken(): Promise<string> {
  const url = process.env.E2E_URL ?? ''
  const cookie = await passwordSignIn(url, { email: 'superadmin@shala.test', password: demoPassword })
  return (await codeExchange(url, cookie)).accessToken
}

/** Asks the server as whoever the token is of; throws the server's sentence for a refusal. */
export function asking(token: string) {
  return async <Data>(query: string, variables: object): Promise<Data> => {
    const response = await fetch(`${process.env.E2E_URL ?? ''}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
    if (!data || errors) throw new Error(errors?.[0]?.message ?? `the server answered ${response.status}`)
    return data
  }
}
