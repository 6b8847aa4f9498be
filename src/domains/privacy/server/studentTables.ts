import { erasedFields } from '#domains/students/server/studentRecords.exports.ts'

/** Said of what an erasure leaves as it is. */
const why = {
  place: 'where she sat: counts, sums and money stand on it',
  money: 'money is kept, and says nothing of who she was',
  ids: 'ids alone, of rows that say nothing any more',
  law: 'what was issued is kept by law, with the names on it',
} as const

/** What becomes of a table's rows when their student is erased. */
export type Erasing =
  | { how: 'stays'; why: string }
  /** These columns are written by the server, each with SQL about the row `t`; `keeps` are its other columns with text or days. */
  | { how: 'blank'; columns: Readonly<Record<string, string>>; keeps: readonly string[] }
  /** The server deletes the rows. */
  | { how: 'goes' }
  /** The function erase_locked_rows writes these columns, or deletes the rows: the server itself may not. */
  | { how: 'locked'; columns: readonly string[]; keeps: readonly string[] }
  | { how: 'lockedGoes' }
  /** Goes with the account, with the file's bytes, or with the document's files. */
  | { how: 'account' | 'files' }

/** A table with rows about students: the one place that says what of it is exported and how it is erased. */
export interface StudentTable {
  table: string
  /** Which rows are hers: SQL about the row `t`, $1 the school and $2 the student. */
  rows: string
  /** How its part of an export is called; null with the reason in `notExported`. */
  sheet: string | null
  notExported?: string
  /** More columns of the export, by name: SQL about the row `t`, so that ids can be read. */
  also?: Readonly<Record<string, string>>
  /** Columns that never leave: keys and tokens. What is bytea never does. */
  secret?: readonly string[]
  erased: Erasing
}

const of = 't.student_id = $2'
const herMessages = 'select m.message_id from message_students m where m.school_id = $1 and m.student_id = $2'
const herOrders = 'select l.order_id from online_order_lines l where l.school_id = $1 and l.student_id = $2'
const herPayments = 'select p.id from payments p where p.school_id = $1 and p.student_id = $2'
const herThreads = 'select c.id from chat_threads c where c.school_id = $1 and c.student_id = $2'
/** Exports of her data, and cards that were ordered for her alone. */
const herDocument = (job: string) => `(${job}.kind = 'STUDENT_DATA' and ${job}.params ->> 'id' = $2::text
  or ${job}.kind = 'ID_CARDS' and ${job}.params ->> 'holder' = 'STUDENT' and ${job}.params -> 'ids' <> '[]'
    and ${job}.params -> 'ids' <@ jsonb_build_array($2::bigint))`
const herSelf = (column: string) => `select s.${column} from students s where s.school_id = $1 and s.id = $2`
const section = `(select c.name || '-' || s.name from sections s join classes c on c.school_id = s.school_id and c.id = s.class_id
  where s.school_id = t.school_id and s.id = t.section_id)`
const term = '(select n.name from terms n where n.school_id = t.school_id and n.id = t.term_id)'
const register = (column: string) =>
  `(select r.${column} from registers r where r.school_id = t.school_id and r.id = t.register_id)`

/** Whether somebody who was not erased is meant by the message `t` as well: then it still goes to that family's phone. */
const shared = `exists (select from message_students a join students s on s.school_id = a.school_id and s.id = a.student_id
  where a.school_id = $1 and a.message_id = t.id and s.erased_at is null)`
const unlessShared = (column: string, blank: string) => `case when ${shared} then t.${column} else ${blank} end`

/** Where these stand in a text of problems, it may be about her. */
const named = (text: string) => `exists (select from students s where s.school_id = $1 and s.id = $2
  and (position(s.name in ${text}) > 0 or s.phone <> '1234567890' and position(s.phone in ${text}) > 0))`

const blankText = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, "''"]))

/** Every table that holds something about a student. A test fails for a table that is neither here nor in {@link otherTables}. */
export const studentTables: readonly StudentTable[] = [
  {
    table: 'students',
    rows: 't.id = $2',
    sheet: 'Record',
    erased: {
      how: 'blank',
      columns: {
        name: "'Erased student ' || $2::bigint::text",
        phone: "'1234567890'",
        gender: "'BLANK'",
        subject: 'null',
        login_email: 'null',
        photo_file: 'null',
        aadhar_file: 'null',
        aadhar_sealed: 'null',
        aadhar_last4: 'null',
        qrcode: "''",
        ...erasedFields,
      },
      keeps: ['disabled', 'search_text'],
    },
  },
  {
    table: 'enrolments',
    rows: of,
    sheet: 'Places',
    also: { term, section },
    erased: { how: 'stays', why: why.place },
  },
  {
    table: 'student_fee_categories',
    rows: of,
    sheet: 'Fee categories',
    also: {
      term,
      category: '(select c.name from fee_categories c where c.school_id = t.school_id and c.id = t.fee_category_id)',
    },
    erased: { how: 'stays', why: why.money },
  },
  {
    table: 'payments',
    rows: of,
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
    rows: of,
    sheet: 'Fees paid and discounts',
    also: { term },
    erased: {
      how: 'locked',
      columns: ['comment', 'delete_reason'],
      keeps: ['status', 'fee_name', 'month', 'collected_on', 'created_by_name', 'deleted_by_name'],
    },
  },
  {
    table: 'receipt_issues',
    rows: `t.payment_id in (${herPayments})`,
    sheet: 'Receipts given out',
    secret: ['key'],
    erased: { how: 'stays', why: why.money },
  },
  {
    table: 'online_order_events',
    rows: `t.order_id in (${herOrders})`,
    sheet: 'Online payments, what happened',
    erased: { how: 'locked', columns: ['text'], keeps: ['source'] },
  },
  {
    table: 'online_orders',
    rows: `t.id in (${herOrders})`,
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
    rows: of,
    sheet: 'Online payments, fees',
    erased: { how: 'locked', columns: ['student_name'], keeps: ['section_name', 'fee_name', 'month'] },
  },
  { table: 'online_surplus', rows: of, sheet: 'Surplus', erased: { how: 'stays', why: why.money } },
  {
    table: 'guardian_links',
    rows: `t.phone in (${herSelf('phone')})`,
    sheet: 'Pay links',
    erased: {
      how: 'locked',
      columns: ['phone', 'revoked_by_name'],
      // Random, and of no use once the link is revoked.
      keeps: ['token_hash', 'token_sealed', 'code_hash', 'code_sealed', 'created_by_name'],
    },
  },
  {
    table: 'marks',
    rows: of,
    sheet: 'Attendance',
    also: {
      day: register('day'),
      session: register('session'),
      section: `(select c.name || '-' || s.name from registers r join sections s on s.school_id = r.school_id and s.id = r.section_id
        join classes c on c.school_id = s.school_id and c.id = s.class_id where r.school_id = t.school_id and r.id = t.register_id)`,
      subject: `(select b.name from registers r join subjects b on b.school_id = r.school_id and b.id = r.subject_id
        where r.school_id = t.school_id and r.id = t.register_id)`,
      lecture_of: `(select l.teacher_name from lectures l where l.school_id = t.school_id and l.register_id = t.register_id)`,
    },
    erased: { how: 'blank', columns: { note: "''" }, keeps: ['value'] },
  },
  {
    table: 'mark_changes',
    rows: of,
    sheet: 'Corrected marks',
    also: { day: register('day'), session: register('session') },
    erased: { how: 'locked', columns: ['note'], keeps: ['was', 'value', 'changed_by_name'] },
  },
  { table: 'gate_scans', rows: of, sheet: 'Gate', secret: ['key'], erased: { how: 'goes' } },
  {
    table: 'incidents',
    rows: of,
    sheet: 'Discipline',
    also: {
      term,
      section,
      type: '(select y.name from incident_types y where y.school_id = t.school_id and y.id = t.incident_type_id)',
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
    table: 'certificates',
    rows: of,
    sheet: 'Certificates',
    also: { term },
    secret: ['token'],
    erased: { how: 'stays', why: why.law },
  },
  {
    table: 'message_queue',
    rows: `t.school_id = $1 and t.message_id in (${herMessages})`,
    sheet: null,
    notExported: 'the way to messages that are exported',
    erased: { how: 'goes' },
  },
  {
    table: 'message_refs',
    rows: `t.school_id = $1 and t.message_id in (${herMessages})`,
    sheet: null,
    notExported: 'how a provider calls messages that are exported',
    erased: { how: 'goes' },
  },
  {
    table: 'messages',
    rows: `t.id in (${herMessages})`,
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
        // Nobody is told it by another way, and nobody sends it again. A cluster takes no moment in a coalesce.
        withdrawn_at: 'least(t.withdrawn_at, now())',
      },
      keeps: ['kind', 'event', 'day', 'channels', 'channel', 'cancelled_by_name'],
    },
  },
  {
    table: 'message_students',
    rows: of,
    sheet: null,
    notExported: 'which messages are hers: these are exported',
    erased: { how: 'stays', why: why.ids },
  },
  {
    table: 'message_events',
    rows: `t.message_id in (${herMessages})`,
    sheet: 'Messages, what happened',
    erased: { how: 'locked', columns: ['detail'], keeps: ['channel', 'state'] },
  },
  {
    table: 'message_batches',
    rows: 't.student_ids @> array[$2::bigint]',
    sheet: null,
    notExported: 'what was sent to others too; her own messages are exported',
    erased: { how: 'locked', columns: ['text'], keeps: ['kind', 'template_name', 'token', 'created_by_name'] },
  },
  { table: 'chat_messages', rows: `t.thread_id in (${herThreads})`, sheet: 'Chat', erased: { how: 'lockedGoes' } },
  { table: 'chat_threads', rows: of, sheet: 'Conversations', erased: { how: 'lockedGoes' } },
  {
    table: 'chat_reads',
    rows: `t.thread_id in (${herThreads}) or t.subject in (${herSelf('subject')})`,
    sheet: 'Conversations, read until',
    erased: { how: 'lockedGoes' },
  },
  {
    table: 'legacy_students',
    rows: of,
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
  { table: 'logins', rows: `t.school_id = $1 and ${of}`, sheet: 'Account', erased: { how: 'account' } },
  {
    table: 'device_tokens',
    rows: `t.subject in (${herSelf('subject')})`,
    sheet: 'Devices',
    secret: ['endpoint', 'p256dh', 'auth'],
    erased: { how: 'account' },
  },
  {
    table: 'files',
    rows: `t.id in (${herSelf('photo_file')} union all ${herSelf('aadhar_file')}
      union all select m.file_id from chat_messages m where m.school_id = $1 and m.thread_id in (${herThreads})
      union all select f.file_id from document_job_files f join document_jobs j on j.school_id = f.school_id and j.id = f.job_id
        where j.school_id = $1 and ${herDocument('j')})
      or not t.attached and t.created_by in (${herSelf('subject')})`,
    sheet: 'Files',
    erased: { how: 'files' },
  },
  {
    table: 'document_job_files',
    rows: `t.job_id in (select j.id from document_jobs j where j.school_id = $1 and ${herDocument('j')})`,
    sheet: null,
    notExported: 'files of earlier exports and of cards, made of what is exported',
    erased: { how: 'goes' },
  },
  {
    table: 'document_jobs',
    rows: herDocument('t'),
    sheet: null,
    notExported: 'orders of exports like this one, and of cards',
    erased: { how: 'goes' },
  },
]

/** The tables that hold nothing about a student, or only ids, with what they are. */
export const otherTables: Readonly<Record<string, string>> = {
  audit_log: 'ids and names of fields, never values; an export has a sheet of the rows about the student',
  lecture_presence: 'ids of who has a page open; gone within a minute',
  promotions: 'batches of sections',
  promotion_sections: 'ids of those who are kept back',
  promotion_rows: 'ids of rows that were written',
  promotion_queue: 'the way to batches',
  imports: 'ids of rows that were added',
  legacy_queue: 'the way to imports',
  erased_legacy_ids: 'digests, of nobody who could be told',
  document_queue: 'the way to documents, goes with them',
  request_keys: 'a digest of what was asked for',
  send_gates: 'a digest of a phone, for seconds',
  message_runs: 'what jobs have told a school',
  message_templates: 'texts of the school',
  message_kinds: 'settings',
  retention: 'settings',
  migrations: 'the product itself',
  installation_keys: 'of the installation',
  installation_secrets: 'of the installation',
  ...Object.fromEntries(
    [
      'schools',
      'terms',
      'users',
      'classes',
      'class_admins',
      'sections',
      'section_teachers',
      'subjects',
      'subject_teachers',
      'subject_slots',
      'books',
      'book_teachers',
      'buses',
      'bank_accounts',
      'fee_categories',
      'fees',
      'receipt_counters',
      'expense_categories',
      'expenses',
      'holidays',
      'registers',
      'lectures',
      'book_progresses',
      'gate_devices',
      'notice_holds',
      'certificate_formats',
      'certificate_counters',
      'id_card_designs',
      'incident_types',
    ].map((table) => [table, 'of the school, not of a student']),
  ),
}
