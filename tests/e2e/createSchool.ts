import { type graphqlClient, superadminClient } from './graphqlClient.ts'

/** A school that one test file has for itself; the demo schools are shared by all of them. */
export interface CreatedSchool {
  id: string
  termId: string
  /** Runs a GraphQL document as the super administrator. */
  execute: ReturnType<typeof graphqlClient>
  /** Runs a document with the variables `schoolId`, which is this school, and `input`. */
  executeInSchool: <Data>(document: string, input: object) => Promise<Data>
}

/**
 * Creates a school by the API.
 * @param settings fields of the new school; DAILY attendance by default
 */
export async function createSchool(settings: {
  name: string
  senderId: string
  term: string
  [setting: string]: unknown
}): Promise<CreatedSchool> {
  const execute = await superadminClient()
  const { addSchool: school } = await execute<{ addSchool: { id: string } }>(
    'mutation Add($input: NewSchool!) { addSchool(input: $input) { id } }',
    { input: { adminPhone: '9876543210', attType: 'DAILY', ...settings } },
  )
  const { terms } = await execute<{ terms: { id: string }[] }>(
    'query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }',
    { schoolId: school.id },
  )
  return {
    id: school.id,
    termId: terms[0]?.id ?? '',
    execute,
    executeInSchool: <Data>(document: string, input: object) => execute<Data>(document, { schoolId: school.id, input }),
  }
}

/** Adds a user whose first password is the phone number, and returns the id. */
export async function addStaffUser(
  { executeInSchool }: Pick<CreatedSchool, 'executeInSchool'>,
  user: { name: string; email: string; phone: string; role: string; zoomLink?: string },
): Promise<string> {
  const { addUser } = await executeInSchool<{ addUser: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }',
    { password: '', limitedToClasses: false, classIds: [], zoomId: '', zoomPassword: '', zoomLink: '', ...user },
  )
  return addUser.id
}

/** A section of an import file. `teachers` are e-mail addresses. */
export interface SectionRow {
  class: string
  section: string
  teachers?: string
}

/** Imports sections into the school's term, with serial numbers in their order. */
export async function importSections(school: CreatedSchool, sections: readonly SectionRow[], firstSr = 1): Promise<void> {
  await school.executeInSchool(
    'mutation Import($schoolId: ID!, $input: SectionImport!) { importSections(schoolId: $schoolId, input: $input) { __typename } }',
    {
      termId: school.termId,
      rows: sections.map((section, index) => ({
        sr: firstSr + index,
        teachers: '',
        notificationTime: '',
        fbId: '',
        ...section,
      })),
    },
  )
}

/** Imports students into the school's term; the rows are those of the import file. */
export async function importStudents(
  school: CreatedSchool,
  rows: readonly { roll: string; class: string; section: string; name: string; phone: string; [column: string]: string }[],
): Promise<void> {
  await school.executeInSchool(
    'mutation Import($schoolId: ID!, $input: StudentImport!) { importStudents(schoolId: $schoolId, input: $input) { __typename } }',
    { termId: school.termId, rows },
  )
}
