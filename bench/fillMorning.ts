import pg from 'pg'
import { schoolDay } from '#shared/dates.ts'

/**
 * Takes half of today's registers, scans every student in, and tells nine of ten families of absent students. A third
 * of them have written themselves.
 */
export async function fillMorning(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const day = schoolDay(new Date())
  try {
    await owner.query(
      `insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
         select school_id, term_id, id, $1, 'DAY', gen_random_uuid(), 'Teacher' from sections
           where id % 2 = 0 and term_id in (select id from terms where current)`,
      [day],
    )
    for (const statement of morning) await owner.query(statement, statement.includes('$1') ? [day] : [])
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

const morning = [
  `insert into marks (school_id, register_id, student_id, value)
     select r.school_id, r.id, e.student_id, case when e.student_id % 20 = 0 then 'A' else 'P' end
       from registers r join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id where r.day = $1::date`,
  `update registers r set present = m.p, absent = m.a
     from (select register_id, count(*) filter (where value = 'P') as p, count(*) filter (where value = 'A') as a from marks group by 1) m
     where r.id = m.register_id`,
  `insert into users (school_id, name, email, phone, role)
     select school_id, 'Teacher ' || id, 'teacher' || id || '@bench.test', '9876543210', 'TEACHER' from sections`,
  `insert into section_teachers (school_id, section_id, user_id)
     select s.school_id, s.id, u.id from sections s join users u on u.school_id = s.school_id and u.email = 'teacher' || s.id || '@bench.test'`,
  `insert into gate_scans (school_id, student_id, day, at, direction, means, key, scanned_by, scanned_by_name)
     select school_id, id, $1::date, least(now() - interval '1 minute', ($1::date + time '23:59') at time zone 'Asia/Kolkata'), 'IN', 'QR', gen_random_uuid(), gen_random_uuid(), 'Guard' from students where id % 20 > 0 or id % 100 = 0`,
  `insert into messages (school_id, kind, event, day, phone, params, channels, channel, state, failure)
     select m.school_id, 'ABSENCE', $1::text || '/' || m.student_id, $1::date, '9876543210', '{}', '{SMS}', 'SMS',
       case when m.student_id % 200 = 0 then 'FAILED' else 'DELIVERED' end, case when m.student_id % 200 = 0 then 'Refused.' end
     from marks m join registers r on r.school_id = m.school_id and r.id = m.register_id where m.value = 'A' and r.day = $1::date`,
  `insert into leave_notes (school_id, student_id, key, from_day, to_day, reason, phone)
     select school_id, id, gen_random_uuid(), $1::date, $1::date + 1, 'Fever', phone from students where id % 60 = 0`,
  `update students set birthdate = date '2013-01-01' + (id % 1460)::int`,
]
