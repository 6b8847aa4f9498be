import pg from 'pg'

/**
 * Fills the modules of a filled school (`fill`, `fillFees`, `fillMorning`): for each student three incidents, six
 * messages, a conversation of ten messages with the school, and two online orders; three expenses a day for 200 days, a
 * certificate of every fourth student and a case about every fifth, and a live lecture of the first teacher. The
 * teachers of sections and a clerk sign in.
 */
export async function fillModules(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of rows) await owner.query(statement)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/** The e-mail of the clerk, and of the teacher of a section with an id. */
export const benchClerk = 'clerk@bench.test'
export const benchTeacher = (sectionId: string | number) => `teacher${sectionId}@bench.test`

const today = `(now() at time zone 'Asia/Kolkata')::date`
const staff = `'00000000-0000-0000-0000-000000000001', 'Teacher'`
/** The places of the students in the current term. */
const current = `(select e.* from enrolments e join terms on terms.school_id = e.school_id and terms.id = e.term_id and terms.current)`

const rows = [
  `update schools set discipline = true, chat = true, qrcode = true, live_lecture = true, online_fees = true where id > 0`,
  `insert into users (school_id, name, email, phone, role) select id, 'Clerk', '${benchClerk}', '9876543210', 'FEES' from schools where id > 0`,
  `update users set subject = gen_random_uuid() where subject is null and school_id > 0`,
  `insert into logins (subject, school_id, user_id) select subject, school_id, id from users where school_id > 0 on conflict do nothing`,
  // A teacher of subjects has five sections.
  `insert into section_teachers (school_id, section_id, user_id)
     select t.school_id, s.id, t.user_id from section_teachers t join sections s on s.school_id = t.school_id and s.id between t.section_id + 1 and t.section_id + 4
       join sections own on own.school_id = t.school_id and own.id = t.section_id and own.term_id = s.term_id on conflict do nothing`,
  `insert into student_phones (school_id, student_id, phone) select school_id, id, phone from students on conflict do nothing`,
  "insert into incident_types (school_id, name, points) select id, 'Late', -5 from schools where id > 0",
  `insert into incidents (school_id, term_id, section_id, student_id, incident_type_id, day, points, notify, recorded_by, recorded_by_name)
     select e.school_id, e.term_id, e.section_id, e.student_id, t.id, ${today} - (n * 7 + e.student_id % 7)::int, -5, n = 1, ${staff}
     from ${current} e join incident_types t on t.school_id = e.school_id cross join generate_series(1, 3) n`,
  `with queued as (
       insert into messages (school_id, kind, event, phone, channels, channel, state, params, queued_at, due_at, sent_at)
         select e.school_id, 'ABSENCE', n || '/' || e.student_id, s.phone, '{WHATSAPP}', 'WHATSAPP', 'SENT',
           jsonb_build_object('student', s.name, 'day', '2026-06-15'), at, at, at
         from ${current} e join students s on s.school_id = e.school_id and s.id = e.student_id cross join generate_series(1, 6) n
           cross join lateral (select now() - make_interval(days => n::int * 9) as at) queued
         returning school_id, id, split_part(event, '/', 2)::bigint as student_id)
     insert into message_students (school_id, message_id, student_id) select school_id, id, student_id from queued`,
  `insert into messages (school_id, kind, event, phone, channels, channel, state, params, queued_at, due_at, sent_at)
     select i.school_id, 'DISCIPLINE', i.id::text, s.phone, '{WHATSAPP}', 'WHATSAPP', 'DELIVERED', '{}', now(), now(), now()
     from incidents i join students s on s.school_id = i.school_id and s.id = i.student_id where i.notify`,
  `insert into chat_threads (school_id, student_id) select school_id, student_id from ${current} e`,
  `insert into chat_messages (school_id, thread_id, author, text, written_by, written_by_name, written_by_role, at)
     select school_id, id, case when n % 2 = 0 then 'STAFF' else 'FAMILY' end, 'Can my child come later tomorrow?', gen_random_uuid(), 'Somebody',
       case when n % 2 = 0 then 'ADMIN' else 'STUDENT' end, now() - make_interval(days => 11 - n)
     from generate_series(1, 10) n cross join chat_threads`,
  `update chat_threads t set last_message_id = m.id, last_author = 'STAFF', version = m.version
     from (select thread_id, max(id) as id, max(version) as version from chat_messages group by thread_id) m where m.thread_id = t.id`,
  `insert into bank_accounts (school_id, name, ifsc, acc_number, key_id, key_secret_sealed, misc_sealed)
     select id, 'Fees', 'SBIN0000001', '12345678', 'key', '', '' from schools where id > 0`,
  `insert into guardian_links (school_id, phone, expires_at, token_hash, token_sealed, code_hash, code_sealed, created_by, created_by_name)
     select school_id, phone, now() + interval '1 day', sha256(phone::bytea), '', sha256(('c' || phone)::bytea), '', ${staff}
     from (select distinct school_id, phone from students) family`,
  `insert into online_orders (school_id, term_id, guardian_link_id, key, input_hash, txnid, bank_account_id, merchant_key, merchant_salt_sealed,
       fees_amount, charge, gst, payable, payer_name, payer_phone, payer_email, state, gateway_reference, received, created_at, settled_at)
     select e.school_id, e.term_id, l.id, gen_random_uuid(), '', '1z'::text || 'Z' || lpad(to_hex(e.student_id * 10 + n), 16, '0'), b.id, 'key', '',
       100000, 1000, 180, 101180, s.name, s.phone, 'a@b.test', (array['SUCCESS','FAILURE','CANCEL','SUCCESS'])[1 + (e.student_id + n) % 4], 'g' || e.student_id || '-' || n, 101180, at, at
     from ${current} e join students s on s.school_id = e.school_id and s.id = e.student_id
       join guardian_links l on l.school_id = s.school_id and l.phone = s.phone join bank_accounts b on b.school_id = e.school_id
       cross join generate_series(1, 2) n cross join lateral (select now() - make_interval(hours => (e.student_id * n % 2000)::int) as at) made`,
  `insert into online_order_lines (school_id, order_id, student_id, fee_id, amount, student_name, section_name, fee_name)
     select o.school_id, o.id, s.id, f.id, 100000, s.name, '7-A', f.name
     from online_orders o join guardian_links l on l.school_id = o.school_id and l.id = o.guardian_link_id
       join students s on s.school_id = o.school_id and s.phone = l.phone
       join fees f on f.school_id = o.school_id and f.term_id = o.term_id and f.name = 'Exam'`,
  "insert into expense_categories (school_id, name) select id, category from schools, unnest(array['Salaries', 'Electricity', 'Chalk']) category where id > 0",
  `insert into expenses (school_id, term_id, expense_category_id, amount, comment, paid_on, entered_on, created_by, created_by_name)
     select c.school_id, t.id, c.id, 10000 + n, 'Bill', ${today} - n, ${today} - n, ${staff}
     from expense_categories c join terms t on t.school_id = c.school_id and t.current cross join generate_series(0, 199) n`,
  `insert into certificate_formats (school_id, name, format, changed_by_name) select id, 'Bonafide', '{}', 'Head' from schools where id > 0`,
  `insert into certificates (school_id, serial, student_id, term_id, format_id, format, "values", student_name, token, issued_by, issued_by_name)
     select e.school_id, row_number() over (partition by e.school_id order by e.student_id), e.student_id, e.term_id, f.id, '{}', '{}', s.name, md5(s.id::text), ${staff}
     from ${current} e join students s on s.school_id = e.school_id and s.id = e.student_id join certificate_formats f on f.school_id = e.school_id
     where e.student_id % 4 = 0`,
  `insert into attention_cases (school_id, term_id, student_id, concern, opened_on, closed_on, closed_at)
     select school_id, term_id, student_id, 'ATTENDANCE', ${today} - 9, case when student_id % 2 = 0 then ${today} end, case when student_id % 2 = 0 then now() end
     from ${current} e where student_id % 5 = 0`,
  `insert into attention_reasons (school_id, case_id, student_id, rule, value, base, found_value, found_base, found_on)
     select school_id, id, student_id, 'LOW_SHARE', 60, 100, 60, 100, opened_on from attention_cases`,
  `with lecture as (
       insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
         select s.school_id, s.term_id, s.id, ${today}, 'LECTURE', ${staff} from sections s join terms t on t.school_id = s.school_id and t.id = s.term_id and t.current
         returning school_id, id, section_id)
     insert into lectures (school_id, register_id, batch, user_id, teacher_name, closes_at)
       select l.school_id, l.id, gen_random_uuid(), u.id, u.name, now() + interval '1 hour' from lecture l
         join users u on u.school_id = l.school_id and u.email = 'teacher' || l.section_id || '@bench.test'`,
  `insert into marks (school_id, register_id, student_id, value)
     select l.school_id, l.register_id, e.student_id, 'A' from lectures l join registers r on r.school_id = l.school_id and r.id = l.register_id
       join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id`,
]
