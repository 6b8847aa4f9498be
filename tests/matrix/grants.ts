/**
 * Rights of the production role on a table: S(elect), I(nsert), U(pdate), D(elete), and the columns that it may update
 * if not all.
 */
export interface Grant {
  may: string
  columns?: readonly string[]
  because: string
}

/** Tables of no school. They contain no school's records, or only references to them. */
export const globalTables: Readonly<Record<string, Grant>> = {
  schools: { may: 'SIU', because: 'a school is made and changed; it is never removed' },
  logins: { may: 'SIUD', because: 'whose record an account stands for is asked before any school is known' },
  device_tokens: { may: 'SIUD', because: 'devices belong to accounts' },
  guardian_sign_ins: { may: 'SIUD', because: 'what is guessed for a phone is counted before any school is known' },
  guardian_codes: { may: 'SIUD', because: 'a guardian’s phone may be in several schools' },
  guardian_sessions: { may: 'SIUD', because: 'a guardian’s phone may be in several schools' },
  message_queue: { may: 'SIUD', because: 'senders take the messages of all schools in their order: ids and times' },
  message_refs: { may: 'SIUD', because: 'a provider’s word about a message names no school: ids' },
  send_gates: { may: 'SIUD', because: 'how fast a provider is spoken to, by all schools together' },
  background_tasks: { may: 'SIUD', because: 'workers take the work of all schools in its order: ids and times' },
  document_queue: { may: 'SIUD', because: 'workers take the documents of all schools in their order: ids and times' },
  promotion_queue: { may: 'SIUD', because: 'workers take the promotions of all schools in their order: ids and times' },
  legacy_queue: { may: 'SIUD', because: 'workers take the imports of all schools in their order: ids and times' },
  migrations: { may: 'S', because: 'readiness asks whether they have run' },
  installation_keys: { may: 'S', because: 'what a secret is used for is asked, and changed by the owner alone' },
  installation_storage: { may: 'S', because: 'readiness asks where the files are, which the owner alone changes' },
  installation_secrets: { may: 'S', because: 'which secret counts is asked, and changed by the owner alone' },
  regular_backup: { may: 'S', because: 'every process shows how far the backups are, and the owner makes them' },
}

const written = 'what is written about what was done stays as it is'
const money = 'rows of money are never removed, and change by being settled or struck out'
const kept = 'what other rows stand on is changed and not removed'

/** Tables of a school that are read across schools by a policy of their own. */
export const crossedTables: Readonly<Record<string, { policy: string; byInstallation: boolean; because: string }>> = {
  school_figures: {
    policy: 'r (current_school() = 0)',
    byInstallation: true,
    because: 'a super administrator compares schools: numbers that a job has counted, nothing of a person',
  },
  student_phones: {
    policy: "r (phone = NULLIF(current_setting('app.guardian_phone'::text, true), ''::text))",
    byInstallation: false,
    because: 'a guardian’s schools are found by the phone: the rows of the one phone that is asked for, which are ids',
  },
}

/** Tables of a school with restricted rights. */
export const tenantGrants: Readonly<Record<string, Grant>> = {
  audit_log: { may: 'SI', because: written },
  receipt_issues: { may: 'SI', because: written },
  cashier_days: { may: 'SI', because: written },
  day_closings: {
    may: 'SI',
    columns: ['reopen_reason', 'reopened_at', 'reopened_by', 'reopened_by_name'],
    because: 'a day that is opened again keeps its closing',
  },
  cash_drawers: { may: 'SIU', because: kept },
  message_batches: { may: 'SI', because: written },
  message_events: { may: 'SI', because: written },
  online_order_events: { may: 'SI', because: written },
  promotion_rows: { may: 'SI', because: written },
  mark_changes: { may: 'SID', because: 'the history of a mark stays as it is, and goes with its student' },
  score_changes: { may: 'SID', because: 'the history of a score stays as it is, and goes with its student' },
  reexamination_changes: {
    may: 'SID',
    columns: ['reason'],
    because: 'the history of a second score stays as it is, but for the reason when its student is erased',
  },
  report_cards: { may: 'SI', because: 'a published card stays as it is, and keeps its student' },
  result_publications: {
    may: 'SI',
    columns: [
      'messages_ordered',
      'messages_problem',
      'messages_sent_at',
      'messages_tried_at',
      'withdraw_reason',
      'withdrawn_at',
      'withdrawn_by',
      'withdrawn_by_name',
    ],
    because: 'what was published is withdrawn, not changed; what became of its messages is kept with it',
  },
  request_keys: { may: 'SI', columns: ['row_ids'], because: 'a key is used once, and says what it did' },
  certificates: {
    may: 'SI',
    columns: ['cancel_reason', 'cancelled_at', 'cancelled_by_name'],
    because: 'a paper is cancelled, not changed',
  },
  chat_messages: {
    may: 'SI',
    columns: ['removed_at', 'removed_by_name', 'removed_reason', 'version'],
    because: 'what was said is hidden, not changed',
  },
  incidents: {
    may: 'SI',
    columns: [
      'action_taken',
      'changed_at',
      'changed_by_name',
      'day',
      'delete_reason',
      'deleted_at',
      'deleted_by_name',
      'incident_type_id',
      'note',
      'notify',
      'points',
      'version',
    ],
    because: 'whose incident it is and who recorded it stays',
  },
  attention_entries: {
    may: 'SID',
    columns: ['agreed', 'person', 'said'],
    because: 'what was done stays; its texts go with their time or their student',
  },
  collected_lines: {
    may: 'SI',
    columns: ['delete_reason', 'deleted_at', 'deleted_by', 'deleted_by_name', 'status'],
    because: money,
  },
  payments: {
    may: 'SI',
    columns: [
      'delete_reason',
      'deleted_at',
      'deleted_by',
      'deleted_by_name',
      'refund_ref',
      'settled_by',
      'settled_by_name',
      'settled_on',
      'state',
    ],
    because: money,
  },
  refunds: {
    may: 'SI',
    columns: ['cancel_reason', 'cancelled_at', 'cancelled_by', 'cancelled_by_name', 'original_key'],
    because: money,
  },
  concession_kinds: { may: 'SIU', because: kept },
  concessions: {
    may: 'SI',
    columns: ['end_reason', 'ended_at', 'ended_by', 'ended_by_name', 'ended_on', 'file_id', 'reason'],
    because: 'what was given is ended, not rewritten; an erasure blanks the reason and the document',
  },
  discount_requests: {
    may: 'SI',
    columns: ['decided_at', 'decided_by', 'decided_by_name', 'decision_reason', 'reason', 'state'],
    because: 'what was asked for is decided, not rewritten; an erasure blanks the reason',
  },
  expenses: { may: 'SI', columns: ['deleted_at', 'deleted_by', 'deleted_by_name'], because: money },
  online_order_lines: { may: 'SI', because: money },
  online_orders: {
    may: 'SI',
    columns: [
      'bank_reference',
      'checked_at',
      'gateway_mode',
      'gateway_reference',
      'message',
      'received',
      'settled_at',
      'state',
      'suspect_at',
    ],
    because: money,
  },
  gateway_notices: {
    may: 'SI',
    columns: ['seen_at', 'seen_by', 'seen_by_name'],
    because: 'what the gateway said stays; it is marked as seen',
  },
  online_surplus: {
    may: 'SI',
    columns: ['outcome', 'payment_id', 'reference', 'settled_at', 'settled_by', 'settled_by_name'],
    because: money,
  },
  guardian_links: {
    may: 'SI',
    columns: ['expires_at', 'last_used_at', 'revoked_at', 'revoked_by', 'revoked_by_name'],
    because: 'a link is prolonged or revoked; its token and its phone stay',
  },
  receipt_counters: { may: 'SIU', because: 'a number that was given is never given again' },
  refund_counters: { may: 'SIU', because: 'a number that was given is never given again' },
  fee_categories: { may: 'SIU', because: kept },
  fees: { may: 'SIU', because: kept },
  expense_categories: { may: 'SIU', because: kept },
  incident_types: { may: 'SIU', because: kept },
  message_templates: { may: 'SIU', because: kept },
  message_runs: { may: 'SIU', because: 'what was told once is not told again' },
  chat_threads: { may: 'SIU', because: kept },
  chat_reads: { may: 'SIU', because: kept },
  erased_legacy_ids: { may: 'SI', because: 'who was erased does not come again' },
  legacy_imports: { may: 'SIU', because: kept },
  promotions: { may: 'SIU', because: kept },
  promotion_sections: { may: 'SIU', because: kept },
  retention: { may: 'SIU', because: 'how long a school keeps what; there is always one' },
}

/**
 * Functions with the owner's rights (SECURITY DEFINER). Each sets its search path, checks the transaction's school and
 * is not executable by the public.
 */
export const ownersFunctions: Readonly<Record<string, string>> = {
  audit_rows_with_any: 'finds rows of the audit log by an index that row-level security rules out for the role',
  delete_carried_fees: 'does what take_back_carried_fees does, for servers of the version before',
  erase_locked_rows: 'takes a student’s name from rows that the role may not change',
  forget_locked_rows: 'removes what is older than its time from tables that the role may not remove from',
  take_back_carried_fees: 'takes back the fees that a promotion has added, which the role may not remove',
}
