import pg from 'pg'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { Database, enterSchool } from '#platform/database/connect.ts'

export const benchPassword = '9876543210'
export const benchAdmin = 'admin1@bench.test'

/**
 * Fills an empty, migrated database with schools of `students` students, in sections of which five are a class (100
 * sections unless told), and adds an ADMIN for the first school.
 * @returns ids of the first school
 */
export async function fill(
  ownerUrl: string,
  appUrl: string,
  size: { schools: number; students: number; sections?: number },
): Promise<{ schoolId: number; termId: number; studentIds: number[] }> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(sql, [size.schools, size.students])
    for (const statement of rows(size.sections ?? 100))
      await owner.query(statement, statement.includes('$1') ? [size.students] : [])
    // As autovacuum leaves it: index-only scans need the visibility map.
    await owner.query('vacuum analyze')
    const { rows: schools } = await owner.query<{ school: number; term: number }>(
      'select school_id as school, id as term from terms order by school_id limit 1',
    )
    const { school: schoolId, term: termId } = schools[0] as { school: number; term: number }
    const { rows: students } = await owner.query<{ id: number }>('select id from students where school_id = $1 order by id', [
      schoolId,
    ])
    await addAdmin(appUrl, Number(schoolId))
    return { schoolId: Number(schoolId), termId: Number(termId), studentIds: students.map((row) => Number(row.id)) }
  } finally {
    await owner.end()
  }
}

async function addAdmin(appUrl: string, schoolId: number): Promise<void> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    await database.kysely.transaction().execute(async (db) => {
      await enterSchool(db, schoolId)
      const { id } = await db
        .insertInto('users')
        .values({ schoolId, name: 'Bench Admin', email: benchAdmin, phone: benchPassword, role: 'ADMIN' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const subjects = await createAccounts(db, [{ email: benchAdmin, name: 'Bench Admin', schoolId, userId: id }])
      await giveOwnPassword(db, subjects, benchPassword)
    })
  } finally {
    await database.close()
  }
}

const sql = `
  insert into schools (name, admin_phone) select 'School ' || n, '9876543210' from generate_series(1, $1::int) n where $2::int > 0`

const firstNames = `(array['Asha','Rohan','Aarav','Meera','Kabir','Diya','Ishaan','Sneha','Vivaan','Tanvi','Soham','Radha','Nikhil','Gauri','Arjun','Pooja','Dev','Kavya','Om','Riya'])`
const surnames = `(array['Patil','Deshmukh','Joshi','Shinde','Pawar','More','Kulkarni','Jadhav','Gaikwad','Naik','Shah','Iyer','Khan','Singh','Desai','Kamble','Bhosale'])`

const rows = (sections: number) => [
  `insert into terms (school_id, name, current) select id, '2026-27', true from schools where id > 0`,
  `insert into classes (school_id, term_id, name) select school_id, id, n::text from terms, generate_series(1, ${Math.ceil(sections / 5)}) n order by school_id, n`,
  `insert into sections (school_id, term_id, class_id, sr, name)
     select school_id, term_id, id, n, chr(64 + n) from classes, generate_series(1, ${Math.min(5, sections)}) n
     -- The ids of a school are one after the other, as those of a school that is typed in.
     order by school_id, id, n`,
  `insert into students (school_id, create_term_id, name, first_name, surname, register_no, phone, qrcode)
     select school_id, id, first || ' ' || last, first, last, 'R' || lpad(n::text, 6, '0'), '98' || lpad((n * 7919 % 100000000)::text, 8, '0'), school_id || '-' || n
     from terms, generate_series(1, $1::int) n,
          lateral (select ${firstNames}[1 + (n * 31 + school_id) % 20] as first, ${surnames}[1 + (n * 17 + school_id) % 17] as last) as name
     order by school_id, n`,
  `insert into enrolments (school_id, term_id, student_id, section_id, roll)
     select student.school_id, student.create_term_id, student.id, section.id, (1 + student.place / ${sections})::text
     from (select *, row_number() over (partition by school_id order by id) - 1 as place from students) student
     join (select *, row_number() over (partition by school_id order by id) - 1 as place from sections) section
       on section.school_id = student.school_id and section.place = student.place % ${sections}`,
]
