import pg from 'pg'
import { fill } from './fill.ts'

/** A polling person: a teacher of a section, or a student in it. */
export interface Person {
  schoolId: number
  sectionId: number
  classId: number
  termId: number
  subject: string
}

export interface LiveSchools {
  /** One teacher per lecture. */
  teachers: Person[]
  students: Person[]
}

/**
 * Fills an empty, migrated database with schools and, for each lecture, a section of equal size with a teacher.
 * Teachers and students sign in.
 */
export async function fillLive(
  ownerUrl: string,
  appUrl: string,
  size: { schools: number; lectures: number; students: number },
): Promise<LiveSchools> {
  const sections = size.lectures / size.schools
  await fill(ownerUrl, appUrl, { schools: size.schools, students: Math.ceil(size.students / size.schools), sections })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of rows) await owner.query(statement, statement.includes('$1') ? [sections] : [])
    await owner.query('vacuum analyze')
    const { rows: teachers } = await owner.query<Record<keyof Person, string>>(
      `select ${person}, u.subject from section_teachers t join users u on u.school_id = t.school_id and u.id = t.user_id
         join sections s on s.school_id = t.school_id and s.id = t.section_id order by s.school_id, s.id`,
    )
    const { rows: students } = await owner.query<Record<keyof Person, string>>(
      `select ${person}, st.subject from students st join enrolments e on e.school_id = st.school_id and e.student_id = st.id
         join sections s on s.school_id = e.school_id and s.id = e.section_id order by st.id`,
    )
    return { teachers: teachers.map(asPerson), students: students.map(asPerson) }
  } finally {
    await owner.end()
  }
}

const person = 's.school_id as "schoolId", s.id as "sectionId", s.class_id as "classId", s.term_id as "termId"'

function asPerson(row: Record<keyof Person, string>): Person {
  const { schoolId, sectionId, classId, termId } = row
  return {
    schoolId: Number(schoolId),
    sectionId: Number(sectionId),
    classId: Number(classId),
    termId: Number(termId),
    subject: row.subject,
  }
}

const rows = [
  'update schools set live_lecture = true where id > 0',
  `update students set subject = gen_random_uuid()`,
  'insert into logins (subject, school_id, student_id) select subject, school_id, id from students',
  `with sec as (select *, row_number() over (partition by school_id order by id) as nth from sections),
     added as (
       insert into users (school_id, id, subject, name, email, role)
       select school_id, nextval('user_ids'), gen_random_uuid(), 'Teacher ' || nth, 'teacher' || nth || '@s' || school_id || '.test', 'TEACHER'
         from sec where nth <= $1::int returning school_id, id, subject, name),
     known as (
       insert into logins (subject, school_id, user_id) select subject, school_id, id from added returning subject)
   insert into section_teachers (school_id, section_id, user_id)
   select sec.school_id, sec.id, added.id from added
     join sec on sec.school_id = added.school_id and added.name = 'Teacher ' || sec.nth
     where exists (select from known)`,
]
