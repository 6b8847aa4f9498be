import pg from 'pg'

/** How many students of each school have been there for more terms than the others. */
export const studentsOfFiveTerms = 50

/** What the counter has taken before the run. */
export interface FeesSize {
  /** The terms of most students, and of the first fifty: the current one and those before it. */
  terms: { most: number; first: number }
  /** Of each student in each term, four to twenty. Two pay a month, and the second of them has a second line. */
  payments: number
  /** Days over which the payments of a term are spread, 235 unless told otherwise. */
  days?: number
  /** Fees of a term but for the donation: twelve months and three more unless told otherwise, or three and one. */
  fees?: 4 | 15
}

const ofYears: FeesSize = { terms: { most: 3, first: 5 }, payments: 20 }

const feesOfTerm = {
  15: {
    months: ['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'],
    once: { Exam: 50000, Library: 30000, Activity: 100000, Donation: 0 },
  },
  4: { months: ['APR', 'AUG', 'DEC'], once: { Exam: 50000, Donation: 0 } },
}

/**
 * Assigns fees to every student of a filled database (`fill`) in the term and, unless told otherwise, in the two terms
 * before it; a few students have two more. A term has twelve months of tuition with a late fee, three one-time fees and
 * a donation that is not fixed, unless told otherwise.
 *
 * A student has 20 payments of each term over 235 days by cash, UPI and cheque, which pay ten months. One cheque in 200
 * of the current term is clearing. Of an earlier term three students in four have paid the rest by one more receipt.
 * One in five of those who have not has a concession on the one-time fees. Every hundredth was given April back. Every
 * fifth student has the phone of the one before. All invariants of db/checks hold.
 */
export async function fillFees(ownerUrl: string, size: FeesSize = ofYears): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of [...earlierTerms(size), ...money(size)]) await owner.query(statement)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/** The terms, with the same classes, sections and places as the current one. */
const earlierTerms = ({ terms }: FeesSize) => [
  'update schools set fees_module = true where id > 0',
  `create temporary table years as
     select id as term_id, school_id, 0 as ago from terms`,
  `insert into terms (school_id, name, current, past, starts_on)
     select school_id, (2026 - ago) || '-' || (27 - ago), false, true, (starts_on - make_interval(years => ago))::date
     from terms, generate_series(${terms.first - 1}, 1, -1) ago where current order by school_id, ago desc`,
  `insert into years select id, school_id, 2026 - left(name, 4)::int from terms where not current`,
  `insert into classes (school_id, term_id, name)
     select school_id, years.term_id, name from classes join years using (school_id) where years.ago > 0 order by years.term_id, classes.id`,
  `insert into sections (school_id, term_id, class_id, sr, name)
     select class.school_id, class.term_id, class.id, section.sr, section.name
     from sections section
     join classes this on this.school_id = section.school_id and this.id = section.class_id
     join classes class on class.school_id = this.school_id and class.name = this.name and class.term_id <> this.term_id`,
  `create temporary table places as
     select e.school_id, e.student_id, e.roll, class.name as class, section.name as section,
       row_number() over (partition by e.school_id order by e.student_id) as place
     from enrolments e
     join sections section on section.school_id = e.school_id and section.id = e.section_id
     join classes class on class.school_id = section.school_id and class.id = section.class_id`,
  `insert into enrolments (school_id, term_id, student_id, section_id, roll)
     select places.school_id, years.term_id, places.student_id, section.id, places.roll
     from places
     join years on years.school_id = places.school_id and years.ago between 1 and case when place <= ${studentsOfFiveTerms} then ${terms.first - 1} else ${terms.most - 1} end
     join classes class on class.school_id = places.school_id and class.term_id = years.term_id and class.name = places.class
     join sections section on section.school_id = class.school_id and section.class_id = class.id and section.name = places.section
     order by years.term_id, places.place`,
  `update students set phone = before.phone
     from places join places earlier on earlier.school_id = places.school_id and earlier.place = places.place - 1
     join students before on before.school_id = earlier.school_id and before.id = earlier.student_id
     where students.school_id = places.school_id and students.id = places.student_id and places.place % 5 = 0`,
]

const money = ({ payments, days = 235, fees = 15 }: FeesSize) => [
  `insert into fee_categories (school_id, term_id, name)
     select school_id, term_id, category from years, unnest(array['Tuition Fees', 'Other Fees']) category order by term_id, category desc`,
  `update fee_categories set late_fee_kind = 'BY_DAY', late_fee_amount = 500, late_fee_grace = 10, late_fee_max = 50000
     where name = 'Tuition Fees'`,
  `insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, month, sr)
     select school_id, term_id, id, 'Tuition', 'tuition', 150000, true, month, sr
     from fee_categories, unnest('{${feesOfTerm[fees].months.join()}}'::text[]) with ordinality as months(month, sr)
     where name = 'Tuition Fees'`,
  `insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, sr)
     select school_id, term_id, id, fee, lower(fee), amount, amount > 0, sr
     from fee_categories, unnest('{${Object.keys(feesOfTerm[fees].once).join()}}'::text[], '{${Object.values(feesOfTerm[fees].once).join()}}'::int[]) with ordinality as asked(fee, amount, sr)
     where name = 'Other Fees'`,
  `insert into student_fee_categories (school_id, term_id, student_id, fee_category_id)
     select e.school_id, e.term_id, e.student_id, c.id from enrolments e join fee_categories c on c.school_id = e.school_id and c.term_id = e.term_id
     order by e.id`,
  // The last payment of a term is the one that pays its rest.
  `create temporary table planned as
     select e.school_id, e.term_id, years.ago, e.student_id, n as nth, s.name as student_name, s.register_no, e.roll,
       ((now() at time zone 'Asia/Kolkata')::date - years.ago * 365 - ((e.student_id * 7 + n * 12) % ${days})::int) as day,
       case when years.ago = 0 and n = ${payments - 1} and e.student_id % 10 = 0 then 'CLEARING' else 'COLLECTED' end as state,
       case when years.ago = 0 and n = ${payments - 1} and e.student_id % 10 = 0 then 'CHEQUE' else (array['CASH','CASH','UPI','CHEQUE'])[1 + (e.student_id + n) % 4] end as mode
     from enrolments e
     join years on years.term_id = e.term_id
     join students s on s.school_id = e.school_id and s.id = e.student_id
     cross join generate_series(0, ${payments}) n
     where n < ${payments} or (years.ago > 0 and (e.student_id + years.ago) % 4 > 0)`,
  `insert into payments (school_id, term_id, student_id, amount, mode, state, cheque_no, txn_id, collected_on, created_by, created_by_name,
       receipt_year, receipt_prefix, receipt_no, student_name, section_name, roll, register_no, settled_on, settled_by, settled_by_name)
     select school_id, term_id, student_id, case when nth = ${payments} then 480000 when nth % 2 = 0 then 75000 else 80000 end, mode, state,
       case when mode = 'CHEQUE' then '004512' else '' end, case when mode = 'UPI' then 'UPI' || student_id || '-' || term_id || '-' || nth else '' end,
       day, '00000000-0000-0000-0000-000000000001', 'Clerk ' || student_id % 3, year, '',
       row_number() over (partition by school_id, year order by ago desc, student_id, nth), student_name, '7-A', roll, register_no,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then day end,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then '00000000-0000-0000-0000-000000000001'::uuid end,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then 'Clerk 1' end
     from (select *, to_char(day - interval '3 months', 'YYYY') || '-' || to_char(day + interval '9 months', 'YY') as year from planned) planned
     order by school_id, ago desc, student_id, nth`,
  // Two payments pay one month, half each.
  `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, month, collected_on, created_by, created_by_name)
     select payment.school_id, payment.term_id, payment.student_id, fees.id, payment.id, 75000,
       case when payment.state = 'CLEARING' then 'CLEARING' when nth % 2 = 0 then 'PART_PAID' else 'PAID' end,
       fees.name, fees.month, payment.collected_on, payment.created_by, payment.created_by_name
     from (select *, row_number() over (partition by school_id, term_id, student_id order by id) - 1 as nth from payments) payment
     join fees on fees.school_id = payment.school_id and fees.term_id = payment.term_id and fees.slug = 'tuition' and fees.sr = 1 + payment.nth / 2
     where payment.amount <= 80000
     order by payment.id`,
  `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, collected_on, created_by, created_by_name)
     select payment.school_id, payment.term_id, payment.student_id, fees.id, payment.id, 5000,
       case when payment.state = 'CLEARING' then 'CLEARING' else 'PAID' end, fees.name, payment.collected_on, payment.created_by, payment.created_by_name
     from payments payment
     join fees on fees.school_id = payment.school_id and fees.term_id = payment.term_id and fees.slug = 'donation'
     where payment.amount = 80000
     order by payment.id`,
  `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, month, collected_on, created_by, created_by_name)
     select payment.school_id, payment.term_id, payment.student_id, fees.id, payment.id, fees.amount, 'PAID',
       fees.name, fees.month, payment.collected_on, payment.created_by, payment.created_by_name
     from payments payment
     join fees on fees.school_id = payment.school_id and fees.term_id = payment.term_id and fees.fixed_amount
       and (fees.month in ('FEB', 'MAR') or fees.month is null)
     where payment.amount = 480000
     order by payment.id`,
  `insert into receipt_counters (school_id, year, last) select school_id, receipt_year, max(receipt_no) from payments group by 1, 2`,
  `insert into concession_kinds (school_id, name, share, category_names) select id, 'Staff child', 5000, array['Other Fees'] from schools where id > 0`,
  `insert into concessions (school_id, term_id, student_id, kind_id, share, fee_category_ids, starts_on, reason, created_by, created_by_name)
     select e.school_id, e.term_id, e.student_id, kind.id, kind.share, array[category.id], terms.starts_on, 'Mother teaches here',
       '00000000-0000-0000-0000-000000000001', 'Clerk 1'
     from enrolments e
     join concession_kinds kind on kind.school_id = e.school_id
     join terms on terms.school_id = e.school_id and terms.id = e.term_id
     join fee_categories category on category.school_id = e.school_id and category.term_id = e.term_id and category.name = 'Other Fees'
     where e.student_id % 5 = 0
       and not exists (select from payments p where p.school_id = e.school_id and p.term_id = e.term_id and p.student_id = e.student_id and p.amount = 480000)`,
  `insert into collected_lines (school_id, term_id, student_id, fee_id, concession_id, amount, status, fee_name, collected_on, created_by, created_by_name)
     select c.school_id, c.term_id, c.student_id, fees.id, c.id, fees.amount * c.share / 10000, 'CONCESSION', fees.name, c.starts_on, c.created_by, c.created_by_name
     from concessions c join fees on fees.school_id = c.school_id and fees.fee_category_id = any(c.fee_category_ids) and fees.fixed_amount`,
  `insert into refunds (school_id, term_id, student_id, amount, mode, reason, refunded_on, created_by, created_by_name, refund_year, refund_prefix,
       refund_no, student_name, section_name, roll, register_no)
     select school_id, term_id, student_id, 150000, 'CASH', 'Was ill in April', today, '00000000-0000-0000-0000-000000000001', 'Clerk 1',
       to_char(today - interval '3 months', 'YYYY') || '-' || to_char(today + interval '9 months', 'YY'), '',
       row_number() over (partition by school_id order by student_id), student_name, '7-A', roll, register_no
     from planned cross join (select (now() at time zone 'Asia/Kolkata')::date as today) now
     where ago = 0 and nth = 0 and student_id % 100 = 0`,
  `insert into collected_lines (school_id, term_id, student_id, fee_id, refund_id, amount, status, fee_name, month, collected_on, created_by, created_by_name)
     select r.school_id, r.term_id, r.student_id, fees.id, r.id, -r.amount, 'REFUND', fees.name, fees.month, r.refunded_on, r.created_by, r.created_by_name
     from refunds r join fees on fees.school_id = r.school_id and fees.term_id = r.term_id and fees.month = 'APR'`,
  `insert into refund_counters (school_id, year, last) select school_id, refund_year, max(refund_no) from refunds group by 1, 2`,
]
