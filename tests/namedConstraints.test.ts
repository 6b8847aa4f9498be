import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violatedConstraint } from '#platform/database/violatedConstraint.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'

/* A row that a table refuses names the rule that it breaks, so that the log says it too (decisions/0124). */

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

/** SQL for each column of a row that is stored. A row of a test is one of these with some columns changed. */
type Row = Record<string, string>

const student = () => ({ school_id: world.own.id, term_id: world.own.termId, student_id: world.own.student7A })
const sql = (values: object): Row => Object.fromEntries(Object.entries(values).map(([column, value]) => [column, String(value)]))

const rows: Record<string, () => Row> = {
  payments: () => ({
    ...sql(student()),
    receipt_year: "'2026-27'",
    receipt_prefix: "'E'",
    receipt_no: '900001',
    amount: '100',
    mode: "'CASH'",
    state: "'COLLECTED'",
    collected_on: "'2026-06-10'",
    created_by: 'gen_random_uuid()',
    created_by_name: "'Clerk'",
    student_name: "'Rohan'",
    section_name: "'7-A'",
    roll: "'1'",
    register_no: "''",
  }),
  collected_lines: () => ({
    ...sql(student()),
    fee_id: '1',
    fee_name: "'Tuition'",
    amount: '100',
    status: "'WRITE_OFF'",
    comment: "'Moved'",
    collected_on: "'2026-06-10'",
    created_by: 'gen_random_uuid()',
    created_by_name: "'Clerk'",
  }),
  receipt_counters: () => ({ school_id: String(world.own.id), year: "'2019-20'", last: '1' }),
  registers: () => ({
    school_id: String(world.own.id),
    term_id: String(world.own.termId),
    section_id: String(world.own.section7A),
    day: "'2026-06-10'",
    session: "'DAY'",
    taken_by: 'gen_random_uuid()',
    taken_by_name: "'Teacher'",
  }),
  scores: () => ({
    ...sql(student()),
    assessed_subject_id: '1',
    changed_by: 'gen_random_uuid()',
    changed_by_name: "'Teacher'",
    part: "'PT 1'",
    component: "'Written'",
    test: '1',
    marks: '900',
  }),
}

const settledCheque: Row = {
  mode: "'CHEQUE'",
  cheque_no: "'123456'",
  settled_on: "'2026-06-12'",
  settled_by: 'gen_random_uuid()',
  settled_by_name: "'Clerk'",
}

test.each<[rule: string, table: string, changed: Row]>([
  ['payments_amount', 'payments', { amount: '0' }],
  ['payments_mode', 'payments', { mode: "'GOLD'" }],
  ['payments_state', 'payments', { state: "'LOST'", ...settledCheque }],
  ['payments_receipt_no', 'payments', { receipt_no: '0' }],
  ['payments_cheque', 'payments', { mode: "'CHEQUE'", cheque_no: "'12345'", state: "'CLEARING'" }],
  ['payments_draft', 'payments', { mode: "'DD'", cheque_no: "'123456'", state: "'CLEARING'" }],
  ['payments_instrument_of_cheque_or_draft', 'payments', { bank_name: "'SBI'" }],
  ['payments_upi', 'payments', { mode: "'UPI'", txn_id: "''" }],
  ['payments_upi_ref_of_upi', 'payments', { upi_ref: "'412345678901'" }],
  ['payments_transfer', 'payments', { mode: "'BANK'", txn_id: "'N1'" }],
  ['payments_transfer_kind', 'payments', { mode: "'BANK'", txn_id: "'N1'", transfer_kind: "'HAND'" }],
  ['payments_card', 'payments', { mode: "'CARD'", txn_id: "'A1'" }],
  ['payments_card_last4', 'payments', { mode: "'CARD'", txn_id: "'A1'", card_last4: "'12'" }],
  ['payments_online', 'payments', { mode: "'ONLINE'" }],
  ['payments_clearing', 'payments', { state: "'FAILED'" }],
  ['payments_settled', 'payments', { settled_on: "'2026-06-11'" }],
  ['payments_settled_by_somebody', 'payments', { settled_by_name: "'Clerk'" }],
  ['payments_deleted_by_somebody', 'payments', { deleted_at: 'now()' }],
  ['collected_lines_status', 'collected_lines', { status: "'GIFT'", payment_id: '1' }],
  ['collected_lines_amount', 'collected_lines', { amount: '-100' }],
  ['collected_lines_of_payment', 'collected_lines', { status: "'PAID'" }],
  ['collected_lines_bank_account_of_payment', 'collected_lines', { bank_account_id: '1' }],
  ['collected_lines_concession', 'collected_lines', { status: "'CONCESSION'" }],
  ['collected_lines_request_of_discount', 'collected_lines', { discount_request_id: '1' }],
  ['collected_lines_refund', 'collected_lines', { status: "'REFUND'", amount: '-100' }],
  ['collected_lines_refund_or_write_off', 'collected_lines', { status: "'DISCOUNT'", refund_id: '1' }],
  ['collected_lines_late_fee', 'collected_lines', { waived: '100' }],
  ['collected_lines_deleted_by_somebody', 'collected_lines', { delete_reason: "'Twice'" }],
  ['receipt_counters_year', 'receipt_counters', { year: "'2019'" }],
  ['receipt_counters_last', 'receipt_counters', { last: '0' }],
  ['registers_session', 'registers', { session: "'NIGHT'" }],
  ['registers_version', 'registers', { version: '0' }],
  ['registers_counts', 'registers', { absent: '-1' }],
  ['registers_starts', 'registers', { starts: "'09:00'" }],
  ['registers_subject', 'registers', { subject_id: '1' }],
  ['registers_not_ahead', 'registers', { day: 'now()::date + 2' }],
  ['scores_part', 'scores', { part: "''" }],
  ['scores_component', 'scores', { component: "''" }],
  ['scores_test', 'scores', { test: '51' }],
  ['scores_marks', 'scores', { marks: '100001' }],
  ['scores_code', 'scores', { marks: 'null', code: "'XX'" }],
  ['scores_marks_or_code', 'scores', { code: "'AB'" }],
])('%s refuses a row of %s with %j', async (rule, table, changed) => {
  const row = { ...rows[table]?.(), ...changed }
  const statement = `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
  const error = await owner.query(statement).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  expect(violatedConstraint(error) ?? String(error)).toBe(rule)
})
