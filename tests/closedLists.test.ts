import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentFormats, documentKinds } from '#platform/documentJobs/makers.ts'
import { ledgerKinds } from '#domains/accounting/ledgers.rules.ts'
import { voucherSources } from '#domains/accounting/server/vouchers.rules.ts'
import { documentStates, mailStates } from '#platform/documentJobs/documentJobs.sql.ts'
import { paymentModeNames, transferKinds } from '#shared/paymentModes.ts'
import { markValue } from '#shared/marks.schema.ts'
import { roles } from '#shared/roles.ts'
import { attTypes } from '#shared/attTypes.ts'
import { sessions } from '#domains/attendance/attendance.rules.ts'
import { remarkKinds } from '#domains/exams/reportCard.schema.ts'
import { remarkGrounds } from '#domains/exams/remarks.schema.ts'
import { subjectKinds } from '#domains/exams/scheme.schema.ts'
import { codes } from '#domains/exams/scoreCodes.ts'
import { lineStatuses } from '#domains/fees/account.rules.ts'
import { months } from '#domains/fees/months.ts'
import { paymentStates } from '#domains/fees/payments.schema.ts'
import { gateDirection, scanMeans } from '#domains/gate/gate.schema.ts'
import { cardHolders, cardLayouts } from '#domains/idcards/cardFields.ts'
import { legacySteps } from '#domains/legacy/server/legacyImports.sql.ts'
import { messageChannels, messageKinds, registeredKinds } from '#domains/messaging/messaging.rules.ts'
import { templateChannels } from '#domains/messaging/texts.kinds.ts'
import { orderStates } from '#domains/onlinefees/onlinefees.rules.ts'
import { promotionStates } from '#domains/promotion/promotion.rules.ts'
import { studentChoices } from '#domains/students/studentChoices.ts'
import { genders } from '#domains/students/students.fields.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'

/*
 * A closed list stands in the code once, and in the constraint of each column that holds one of its words: in a check
 * of the column alone.
 */

let world: TestWorld
let constraints: Map<string, string[]>

beforeAll(async () => {
  world = await testWorld()
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ place: string; check: string }>(`
    select c.conrelid::regclass || '.' || a.attname as place, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) like '%ARRAY[%'`)
  await owner.end()
  constraints = new Map(
    rows.map(({ place, check }) => [place, [...check.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word).sort()]),
  )
})
afterAll(() => world.close())

test.each<[place: string, list: readonly string[]]>([
  ['schools.att_type', attTypes],
  ['users.role', roles.filter((role) => role !== 'STUDENT')],
  ['students.gender', genders],
  ['students.social_category', studentChoices.socialCategory],
  ['students.minority_group', studentChoices.minorityGroup],
  ['students.stream', studentChoices.stream],
  ['students.previous_status', studentChoices.previousStatus],
  ['students.previous_result', studentChoices.previousResult],
  ['assessed_subjects.kind', subjectKinds],
  ['scores.code', codes],
  ['score_changes.code', codes],
  ['score_changes.was_code', codes],
  ['remarks.kind', remarkKinds],
  ['remarks.rule_on', remarkGrounds],
  ['fees.month', months],
  ['payments.mode', paymentModeNames],
  ['payments.state', paymentStates],
  ['payments.transfer_kind', transferKinds],
  ['collected_lines.status', lineStatuses],
  ['online_orders.state', orderStates],
  ['registers.session', sessions],
  ['register_nudges.session', sessions.filter((session) => session !== 'LECTURE')],
  ['marks.value', markValue.options],
  ['gate_devices.direction', gateDirection.options],
  ['gate_scans.means', scanMeans.options],
  ['document_jobs.kind', documentKinds],
  ['document_jobs.state', documentStates],
  ['document_jobs.mail_state', mailStates],
  ['document_job_files.format', documentFormats],
  ['accounting_ledgers.kind', ledgerKinds],
  ['accounting_vouchers.source', voucherSources],
  ['id_card_designs.holder', cardHolders],
  ['id_card_designs.layout', cardLayouts],
  ['messages.kind', messageKinds],
  ['messages.channels', messageChannels],
  ['message_kinds.kind', messageKinds],
  ['message_kinds.channels', messageChannels],
  ['message_templates.kind', registeredKinds],
  ['message_templates.channel', templateChannels],
  ['promotions.state', promotionStates],
  ['legacy_imports.step', legacySteps],
])('%s holds the words of its list', (place, list) => {
  expect(constraints.get(place)).toEqual([...list].sort())
})
