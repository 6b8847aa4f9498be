import pg from 'pg'

/** Payments per student: 20, and every second one has a second line. The statements below depend on it. */
export const paymentsPerStudent = 20

/**
 * Assigns fees to every student of a filled database (`fill`): twelve months of tuition, three one-time fees and a
 * donation that is not fixed. Each student has 20 payments over the last 235 days by cash, UPI and cheque; one cheque
 * in 200 is clearing. All invariants of db/checks hold.
 */
export async function fillFees(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of statements) await owner.query(statement)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

const statements = [
  'update schools set fees_module = true where id > 0',
  `insert into fee_categories (school_id, term_id, name)
     select school_id, id, category from terms, unnest(array['Tuition Fees', 'Other Fees']) category`,
  `insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, month, sr)
     select school_id, term_id, id, 'Tuition', 'tuition', 150000, true, month, sr
     from fee_categories, unnest(array['APR','MAY','JUN','JUL','AUG','SEP','OCT','NOV','DEC','JAN','FEB','MAR']) with ordinality as months(month, sr)
     where name = 'Tuition Fees'`,
  `insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, sr)
     select school_id, term_id, id, fee, lower(fee), amount, amount > 0, sr
     from fee_categories, unnest(array['Exam', 'Library', 'Activity', 'Donation'], array[50000, 30000, 100000, 0]) with ordinality as asked(fee, amount, sr)
     where name = 'Other Fees'`,
  `insert into student_fee_categories (school_id, term_id, student_id, fee_category_id)
     select e.school_id, e.term_id, e.student_id, c.id from enrolments e join fee_categories c on c.school_id = e.school_id and c.term_id = e.term_id`,
  `create temporary table planned as
     select e.school_id, e.term_id, e.student_id, n as nth, s.name as student_name, s.register_no, e.roll,
       row_number() over (partition by e.school_id order by e.student_id) as place,
       ((now() at time zone 'Asia/Kolkata')::date - ((e.student_id * 7 + n * 12) % 235)::int) as day,
       case when n = 19 and e.student_id % 10 = 0 then 'CLEARING' else 'COLLECTED' end as state,
       case when n = 19 and e.student_id % 10 = 0 then 'CHEQUE' else (array['CASH','CASH','UPI','CHEQUE'])[1 + (e.student_id + n) % 4] end as mode
     from enrolments e
     join students s on s.school_id = e.school_id and s.id = e.student_id
     cross join generate_series(0, ${paymentsPerStudent - 1}) n`,
  `insert into payments (school_id, term_id, student_id, amount, mode, state, cheque_no, txn_id, collected_on, created_by, created_by_name,
       receipt_year, receipt_prefix, receipt_no, student_name, section_name, roll, register_no, settled_on, settled_by, settled_by_name)
     select school_id, term_id, student_id, case when nth % 2 = 0 then 75000 else 80000 end, mode, state,
       case when mode = 'CHEQUE' then '004512' else '' end, case when mode = 'UPI' then 'UPI' || student_id || '-' || nth else '' end,
       day, '00000000-0000-0000-0000-000000000001', 'Clerk ' || student_id % 3, year, '',
       row_number() over (partition by school_id, year order by student_id, nth), student_name, '7-A', roll, register_no,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then day end,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then '00000000-0000-0000-0000-000000000001'::uuid end,
       case when mode = 'CHEQUE' and state = 'COLLECTED' then 'Clerk 1' end
     from (select *, to_char(day - interval '3 months', 'YYYY') || '-' || to_char(day + interval '9 months', 'YY') as year from planned) planned
     order by school_id, student_id, nth`,
  // Two payments pay one month, half each.
  `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, month, collected_on, created_by, created_by_name)
     select payment.school_id, payment.term_id, payment.student_id, fees.id, payment.id, 75000,
       case when payment.state = 'CLEARING' then 'CLEARING' when nth % 2 = 0 then 'PART_PAID' else 'PAID' end,
       fees.name, fees.month, payment.collected_on, payment.created_by, payment.created_by_name
     from (select *, row_number() over (partition by school_id, student_id order by id) - 1 as nth from payments) payment
     join fees on fees.school_id = payment.school_id and fees.slug = 'tuition' and fees.sr = 1 + payment.nth / 2`,
  `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, collected_on, created_by, created_by_name)
     select payment.school_id, payment.term_id, payment.student_id, fees.id, payment.id, 5000,
       case when payment.state = 'CLEARING' then 'CLEARING' else 'PAID' end, fees.name, payment.collected_on, payment.created_by, payment.created_by_name
     from payments payment
     join fees on fees.school_id = payment.school_id and fees.slug = 'donation'
     where payment.amount = 80000`,
  `insert into receipt_counters (school_id, year, last) select school_id, receipt_year, max(receipt_no) from payments group by 1, 2`,
]
