import { erasedFields } from '#domains/students/server/studentRecords.exports.ts'

/** Reasons why an erasure keeps rows. */
const keepReasons = {
  money: 'money is kept and does not identify the student',
  counts: 'figures that counts of the school refer to, with an id that no longer identifies anybody',
  ids: 'only ids of rows that no longer identify anybody',
  law: 'issued certificates are kept by law, with their names',
  certified: 'a school can say later what its published report cards have certified, and of whom',
} as const

/** How a table's rows are treated when their student is erased. */
export type ErasureMethod =
  | { how: 'stays'; why: string }
  /**
   * The server overwrites these columns, each with SQL about the row `t`. `keeps` are its other columns with text or
   * days.
   */
  | { how: 'blank'; columns: Readonly<Record<string, string>>; keeps: readonly string[] }
  /** The server deletes the rows. */
  | { how: 'goes' }
  /** The function erase_locked_rows overwrites these columns or deletes the rows, because the server itself may not. */
  | { how: 'locked'; columns: readonly string[]; keeps: readonly string[] }
  | { how: 'lockedGoes' }
  /** Deleted with the account, the file's bytes or the document's files. */
  | { how: 'account' | 'files' }

/** A table with rows about students: the only definition of how it is exported and erased. */
export interface StudentTable {
  table: string
  /** Condition for the student's rows: SQL about the row `t`, $1 the school and $2 the student. */
  rows: string
  /** The name of its sheet in an export; null with the reason in `notExported`. */
  sheet: string | null
  notExported?: string
  /** Additional columns of the export by name: SQL about the row `t` that makes ids readable. */
  also?: Readonly<Record<string, string>>
  /** Columns that are never exported: keys and tokens. bytea columns never are. */
  secret?: readonly string[]
  erased: ErasureMethod
}

const ofStudent = 't.student_id = $2'
const messagesOfStudent = 'select m.message_id from message_students m where m.school_id = $1 and m.student_id = $2'
const ordersOfStudent = 'select l.order_id from online_order_lines l where l.school_id = $1 and l.student_id = $2'
const paymentsOfStudent = 'select p.id from payments p where p.school_id = $1 and p.student_id = $2'
const threadsOfStudent = 'select c.id from chat_threads c where c.school_id = $1 and c.student_id = $2'
/** Condition for exports of the student's data, and ID cards ordered for this student only. */
const documentOfStudent = (job: string) => `(${job}.kind = 'STUDENT_DATA' and ${job}.params ->> 'id' = $2::text
  or ${job}.kind = 'ID_CARDS' and ${job}.params ->> 'holder' = 'STUDENT' and ${job}.params -> 'ids' <> '[]'
    and ${job}.params -> 'ids' <@ jsonb_build_array($2::bigint))`
const studentColumn = (column: string) => `select s.${column} from students s where s.school_id = $1 and s.id = $2`
/** The guardians whose phone is no other student's, as conversations know them. */
const ownGuardians = `select guardian_subject(p.phone) from students s cross join lateral unnest(s.phones || s.phone) as p (phone)
  where s.school_id = $1 and s.id = $2 and not exists (
    select from students o where o.school_id = $1 and o.id <> $2 and p.phone = any (o.phones || o.phone))`
const section = `(select c.name || '-' || s.name from sections s join classes c on c.school_id = current_school() and c.id = s.class_id
  where s.school_id = current_school() and s.id = t.section_id)`
const term = '(select n.name from terms n where n.school_id = current_school() and n.id = t.term_id)'
const assessedSubject =
  '(select a.name from assessed_subjects a where a.school_id = current_school() and a.id = t.assessed_subject_id)'
const register = (column: string) =>
  `(select r.${column} from registers r where r.school_id = current_school() and r.id = t.register_id)`

/** Condition for a message `t` that is also about a student who is not erased. It still goes to that family's phone. */
const shared = `exists (select from message_students a join students s on s.school_id = current_school() and s.id = a.student_id
  where a.school_id = $1 and a.message_id = t.id and s.erased_at is null)`
const unlessShared = (column: string, blank: string) => `case when ${shared} then t.${column} else ${blank} end`

/** Condition for a text that contains the student's name or phone. */
const named = (text: string) => `exists (select from students s where s.school_id = $1 and s.id = $2
  and (position(s.name in ${text}) > 0 or s.phone <> '1234567890' and position(s.phone in ${text}) > 0))`

const blankText = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, "''"]))

/** Every table with data about students. A test fails for a table that is neither here nor in otherTables.ts. */
export const studentTables: readonly StudentTable[] = [
  {
    table: 'students',
    rows: 't.id = $2',
    sheet: 'Record',
    erased: {
      how: 'blank',
      columns: {
        name: "'Erased student ' || $2::bigint::text",
        name_keys: "''",
        phone: "'1234567890'",
        gender: "'BLANK'",
        subject: 'null',
        login_email: 'null',
        photo_file: 'null',
        aadhar_file: 'null',
        aadhar_sealed: 'null',
        aadhar_last4: 'null',
        qrcode: "''",
        erasure_asked_at: 'null',
        erasure_asked_by_name: 'null',
        ...erasedFields,
      },
      keeps: ['disabled', 'search_text'],
    },
  },
  {
    table: 'student_phones',
    rows: ofStudent,
    sheet: null,
    notExported: 'the phones of the record, by which a guardian finds the school',
    erased: { how: 'goes' },
  },
  {
    table: 'enrolments',
    rows: ofStudent,
    sheet: 'Places',
    also: { term, section },
    secret: ['register_key'],
    // The place stays, because counts, sums and money refer to it.
    erased: { how: 'blank', columns: { register_key: 'null' }, keeps: ['roll', 'from_day'] },
  },
  {
    table: 'former_places',
    rows: ofStudent,
    sheet: 'Former places',
    also: { term, section },
    erased: { how: 'goes' },
  },
  {
    table: 'student_fee_categories',
    rows: ofStudent,
    sheet: 'Fee categories',
    also: {
      term,
      category: '(select c.name from fee_categories c where c.school_id = current_school() and c.id = t.fee_category_id)',
    },
    erased: { how: 'stays', why: keepReasons.money },
  },
  {
    table: 'fee_category_exceptions',
    rows: ofStudent,
    sheet: 'Fee categories left out',
    also: {
      term,
      category: '(select c.name from fee_categories c where c.school_id = current_school() and c.id = t.fee_category_id)',
    },
    erased: { how: 'stays', why: keepReasons.money },
  },
  {
    table: 'payments',
    rows: ofStudent,
    sheet: 'Payments',
    also: { term },
    erased: {
      how: 'locked',
      columns: ['student_name', 'register_no', 'delete_reason'],
      keeps: [
        'mode',
        'state',
        'cheque_no',
        'txn_id',
        'online_ref',
        'upi_ref',
        'transfer_kind',
        'card_last4',
        'bank_name',
        'instrument_on',
        'collected_on',
        'created_by_name',
        'receipt_year',
        'receipt_prefix',
        'section_name',
        'roll',
        'settled_on',
        'settled_by_name',
        'deleted_by_name',
        'refund_ref',
      ],
    },
  },
  {
    table: 'collected_lines',
    rows: ofStudent,
    sheet: 'Fees paid and discounts',
    also: { term },
    erased: {
      how: 'locked',
      columns: ['comment', 'delete_reason'],
      keeps: ['status', 'fee_name', 'month', 'collected_on', 'created_by_name', 'deleted_by_name'],
    },
  },
  {
    table: 'refunds',
    rows: ofStudent,
    sheet: 'Money given back',
    also: { term },
    secret: ['original_key'],
    erased: {
      how: 'locked',
      columns: ['student_name', 'register_no', 'reason', 'cancel_reason'],
      keeps: [
        'mode',
        'reference',
        'refunded_on',
        'created_by_name',
        'refund_year',
        'refund_prefix',
        'section_name',
        'roll',
        'cancelled_by_name',
      ],
    },
  },
  {
    table: 'concessions',
    rows: ofStudent,
    sheet: 'Concessions',
    also: { term, kind: '(select k.name from concession_kinds k where k.school_id = current_school() and k.id = t.kind_id)' },
    erased: {
      how: 'blank',
      columns: {
        reason: "'Erased'",
        end_reason: "case when t.end_reason is not null then 'Erased' end",
        file_id: 'null',
      },
      keeps: ['starts_on', 'ends_on', 'created_by_name', 'ended_on', 'ended_by_name'],
    },
  },
  {
    table: 'discount_requests',
    rows: ofStudent,
    sheet: 'Discounts asked for',
    secret: ['request_key'],
    also: { term },
    erased: {
      how: 'blank',
      columns: { reason: "'Erased'", decision_reason: "''" },
      keeps: ['state', 'created_by_name', 'decided_by_name'],
    },
  },
  {
    table: 'receipt_issues',
    rows: `t.payment_id in (${paymentsOfStudent})`,
    sheet: 'Receipts given out',
    secret: ['key'],
    erased: { how: 'stays', why: keepReasons.money },
  },
  {
    table: 'online_order_events',
    rows: `t.order_id in (${ordersOfStudent})`,
    sheet: 'Online payments, what happened',
    erased: { how: 'locked', columns: ['text'], keeps: ['source'] },
  },
  {
    table: 'gateway_notices',
    rows: `t.order_id in (${ordersOfStudent})`,
    sheet: 'Refunds and chargebacks',
    erased: { how: 'stays', why: keepReasons.money },
  },
  {
    table: 'online_orders',
    rows: `t.id in (${ordersOfStudent})`,
    sheet: 'Online payments',
    secret: ['key', 'merchant_key'],
    erased: {
      how: 'locked',
      columns: ['payer_name', 'payer_phone', 'payer_email'],
      keeps: [
        'txnid',
        'merchant_key',
        'merchant_salt_sealed',
        'input_hash',
        'state',
        'gateway_reference',
        'gateway_mode',
        'bank_reference',
        'message',
      ],
    },
  },
  {
    table: 'online_order_lines',
    rows: ofStudent,
    sheet: 'Online payments, fees',
    erased: { how: 'locked', columns: ['student_name'], keeps: ['section_name', 'fee_name', 'month'] },
  },
  { table: 'online_surplus', rows: ofStudent, sheet: 'Surplus', erased: { how: 'stays', why: keepReasons.money } },
  {
    table: 'guardian_links',
    rows: `t.phone in (${studentColumn('phone')})`,
    sheet: 'Pay links',
    erased: {
      how: 'locked',
      columns: ['phone', 'revoked_by_name'],
      // Random, and useless once the link is revoked.
      keeps: ['token_hash', 'token_sealed', 'code_hash', 'code_sealed', 'created_by_name'],
    },
  },
  {
    table: 'marks',
    rows: ofStudent,
    sheet: 'Attendance',
    also: {
      day: register('day'),
      session: register('session'),
      section: `(select c.name || '-' || s.name from registers r join sections s on s.school_id = current_school() and s.id = r.section_id
        join classes c on c.school_id = current_school() and c.id = s.class_id where r.school_id = current_school() and r.id = t.register_id)`,
      subject: `(select b.name from registers r join subjects b on b.school_id = current_school() and b.id = r.subject_id
        where r.school_id = current_school() and r.id = t.register_id)`,
      lecture_of: `(select l.teacher_name from lectures l where l.school_id = current_school() and l.register_id = t.register_id)`,
    },
    erased: { how: 'blank', columns: { note: "''" }, keeps: ['value'] },
  },
  {
    table: 'mark_changes',
    rows: ofStudent,
    sheet: 'Corrected marks',
    also: { day: register('day'), session: register('session') },
    erased: { how: 'locked', columns: ['note'], keeps: ['was', 'value', 'changed_by_name'] },
  },
  { table: 'told_families', rows: ofStudent, sheet: 'Absences told to the family', erased: { how: 'goes' } },
  { table: 'leave_notes', rows: ofStudent, sheet: 'Words to the teacher', secret: ['key'], erased: { how: 'goes' } },
  { table: 'gate_scans', rows: ofStudent, sheet: 'Gate', secret: ['key'], erased: { how: 'goes' } },
  { table: 'earlier_results', rows: ofStudent, sheet: 'Earlier results', erased: { how: 'goes' } },
  {
    table: 'incidents',
    rows: ofStudent,
    sheet: 'Discipline',
    also: {
      term,
      section,
      type: '(select y.name from incident_types y where y.school_id = current_school() and y.id = t.incident_type_id)',
    },
    erased: {
      how: 'blank',
      columns: {
        ...blankText(['note', 'action_taken']),
        delete_reason: "case when t.deleted_at is null then null else 'Erased' end",
      },
      keeps: ['day', 'recorded_by_name', 'changed_by_name', 'deleted_by_name'],
    },
  },
  {
    table: 'attention_cases',
    rows: ofStudent,
    sheet: 'Attention',
    also: { term, owner: '(select u.name from users u where u.school_id = current_school() and u.id = t.owner_id)' },
    erased: {
      how: 'blank',
      columns: {
        close_reason: "case when t.closed_by is null then null else 'Erased' end",
        look_again_on: 'null',
        closed_on: 'coalesce(t.closed_on, t.opened_on)',
        // Citus does not accept the current time inside coalesce.
        closed_at: 'least(t.closed_at, now())',
      },
      keeps: ['concern', 'opened_on', 'closed_by_name'],
    },
  },
  {
    table: 'attention_reasons',
    rows: ofStudent,
    sheet: 'Attention, reasons',
    erased: { how: 'stays', why: keepReasons.counts },
  },
  {
    table: 'attention_entries',
    rows: ofStudent,
    sheet: 'Attention, what was done',
    erased: {
      how: 'blank',
      columns: blankText(['person', 'said', 'agreed']),
      keeps: ['kind', 'day', 'look_again_on', 'written_by_name'],
    },
  },
  {
    table: 'scores',
    rows: ofStudent,
    sheet: 'Scores',
    also: { term, subject: assessedSubject },
    erased: { how: 'stays', why: keepReasons.counts },
  },
  {
    table: 'score_changes',
    rows: ofStudent,
    sheet: 'Changed scores',
    also: { subject: assessedSubject },
    erased: {
      how: 'locked',
      columns: ['reason'],
      keeps: ['part', 'component', 'was_code', 'code', 'changed_by_name'],
    },
  },
  {
    table: 'reexamination_scores',
    rows: ofStudent,
    sheet: 'Scores of re-examination',
    also: { term, subject: assessedSubject },
    erased: { how: 'stays', why: keepReasons.counts },
  },
  {
    table: 'reexamination_changes',
    rows: ofStudent,
    sheet: 'Changes on re-examination',
    also: { subject: assessedSubject },
    erased: { how: 'blank', columns: blankText(['reason']), keeps: ['was_code', 'code', 'changed_by_name'] },
  },
  {
    table: 'student_remarks',
    rows: ofStudent,
    sheet: 'Remarks of report cards',
    also: { term },
    erased: { how: 'goes' },
  },
  {
    table: 'holistic_entries',
    rows: ofStudent,
    sheet: 'Holistic cards',
    also: { term },
    erased: { how: 'goes' },
  },
  {
    table: 'report_cards',
    rows: ofStudent,
    sheet: 'Report cards',
    also: { term },
    secret: ['token'],
    erased: { how: 'stays', why: keepReasons.certified },
  },
  {
    table: 'certificates',
    rows: ofStudent,
    sheet: 'Certificates',
    also: { term },
    secret: ['token'],
    erased: { how: 'stays', why: keepReasons.law },
  },
  {
    table: 'message_queue',
    rows: `t.school_id = $1 and t.message_id in (${messagesOfStudent})`,
    sheet: null,
    notExported: 'a queue of messages that are exported',
    erased: { how: 'goes' },
  },
  {
    table: 'message_refs',
    rows: `t.school_id = $1 and t.message_id in (${messagesOfStudent})`,
    sheet: null,
    notExported: "providers' ids of messages that are exported",
    erased: { how: 'goes' },
  },
  {
    table: 'messages',
    rows: `t.id in (${messagesOfStudent})`,
    sheet: 'Messages',
    secret: ['provider_ref', 'run'],
    erased: {
      how: 'blank',
      columns: {
        params: "'{}'",
        text: "''",
        phone: unlessShared('phone', "''"),
        email: unlessShared('email', "''"),
        subject: unlessShared('subject', 'null'),
        provider_ref: 'null',
        failure: "case when t.failure is null then null else 'Erased' end",
        state: "case when t.state = 'QUEUED' then 'CANCELLED' else t.state end",
        // Withdraws the message, so that it is not sent again. Citus does not accept the current time inside coalesce.
        withdrawn_at: 'least(t.withdrawn_at, now())',
      },
      keeps: ['kind', 'event', 'day', 'channels', 'channel', 'cancelled_by_name'],
    },
  },
  {
    table: 'message_students',
    rows: ofStudent,
    sheet: null,
    notExported: 'links to messages that are exported',
    erased: { how: 'stays', why: keepReasons.ids },
  },
  {
    table: 'message_events',
    rows: `t.message_id in (${messagesOfStudent})`,
    sheet: 'Messages, what happened',
    erased: { how: 'locked', columns: ['detail'], keeps: ['channel', 'state'] },
  },
  {
    table: 'message_batches',
    rows: 't.student_ids @> array[$2::bigint]',
    sheet: null,
    notExported: 'batches sent to others too; the messages about the student are exported',
    erased: { how: 'locked', columns: ['text'], keeps: ['kind', 'template_name', 'token', 'created_by_name'] },
  },
  { table: 'chat_messages', rows: `t.thread_id in (${threadsOfStudent})`, sheet: 'Chat', erased: { how: 'lockedGoes' } },
  { table: 'chat_threads', rows: ofStudent, sheet: 'Conversations', erased: { how: 'lockedGoes' } },
  {
    table: 'chat_reads',
    rows: `t.thread_id in (${threadsOfStudent}) or t.subject in (${studentColumn('subject')}) or t.subject in (${ownGuardians})`,
    sheet: 'Conversations, read until',
    erased: { how: 'lockedGoes' },
  },
  {
    table: 'legacy_students',
    rows: ofStudent,
    sheet: 'Previous system',
    erased: { how: 'goes' },
  },
  {
    table: 'legacy_imports',
    rows: `t.problems <> '[]' and ${named('t.problems::text')}`,
    sheet: null,
    notExported: 'problems of a file with other children in it',
    erased: {
      how: 'blank',
      columns: { problems: "'[]'" },
      keeps: ['file_name', 'state', 'step', 'failure', 'report', 'created_by_name'],
    },
  },
  { table: 'logins', rows: `t.school_id = $1 and ${ofStudent}`, sheet: 'Account', erased: { how: 'account' } },
  {
    table: 'device_tokens',
    rows: `t.subject in (${studentColumn('subject')})`,
    sheet: 'Devices',
    secret: ['endpoint', 'p256dh', 'auth'],
    erased: { how: 'account' },
  },
  {
    table: 'files',
    rows: `t.id in (${studentColumn('photo_file')} union all ${studentColumn('aadhar_file')}
      union all select i.former_file from imported_photos i where i.school_id = $1 and i.student_id = $2
      union all select c.file_id from concessions c where c.school_id = $1 and c.student_id = $2
      union all select m.file_id from chat_messages m where m.school_id = $1 and m.thread_id in (${threadsOfStudent})
      union all select f.file_id from document_job_files f join document_jobs j on j.school_id = $1 and j.id = f.job_id
        where f.school_id = $1 and ${documentOfStudent('j')})
      or not t.attached and t.created_by in (${studentColumn('subject')})`,
    sheet: 'Files',
    erased: { how: 'files' },
  },
  {
    table: 'imported_photos',
    rows: ofStudent,
    sheet: null,
    notExported: 'ids of photos, which are in the export',
    erased: { how: 'goes' },
  },
  {
    table: 'document_job_files',
    rows: `t.job_id in (select j.id from document_jobs j where j.school_id = $1 and ${documentOfStudent('j')})`,
    sheet: null,
    notExported: 'files of earlier exports and of cards, made of exported data',
    erased: { how: 'goes' },
  },
  {
    table: 'document_jobs',
    rows: documentOfStudent('t'),
    sheet: null,
    notExported: 'orders of exports like this one, and of cards',
    erased: { how: 'goes' },
  },
]
