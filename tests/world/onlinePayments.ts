import { randomUUID } from 'node:crypto'
import type { Call } from '#platform/command.ts'
import { type Merchant, payuClient } from '#platform/payu/client.ts'
import { type GatewayStandIn, startGatewayStandIn } from '#development/standIns/gateway.ts'
import { seal } from '#platform/sealed.ts'
import { createOrder, type GatewayForm } from '#domains/onlinefees/server/orders.commands.ts'
import { viewFamily } from '#domains/onlinefees/server/family.queries.ts'
import { createCode, createToken } from '#domains/onlinefees/server/secrets.ts'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import { sumMoney } from '#shared/money.ts'
import { fromNow } from '../moments.ts'
import { addTestFees, type TestFees } from './fees.ts'
import { addBankAccount, inSchool, setBankAccount, type TxOrWorld } from './rows.ts'
import type { TestSchool, World } from './testWorld.ts'

/** Salt of a test school's merchant. */
export const salt = 'salt of the tests'
export const merchantKey = (school: Pick<TestSchool, 'id'>) => `key${school.id}`

/** Data of a school in the test world for online payments: its two students are siblings. */
export interface OnlineSchool {
  fees: TestFees
  account: number
  linkId: number
  token: string
  code: string
}

/** Adds a bank account, fees for it, and the guardian link of the school's two students. */
export function addOnlinePayments(on: TxOrWorld, school: TestSchool, secretKey: string): Promise<OnlineSchool> {
  return inSchool(on, school.id, async (db) => {
    const fees = await addTestFees(db, school)
    const account = await addMerchant(db, school, secretKey, { name: 'Fees Account' })
    await setBankAccount(db, school, fees.category, account)
    const { id: linkId, token, code } = await addGuardianLink(db, school, secretKey)
    return { fees, account, linkId, token, code }
  })
}

/** Adds a guardian link that is valid for a day, by default for the phone of the school's two students. */
export async function addGuardianLink(
  on: TxOrWorld,
  { id: schoolId }: Pick<TestSchool, 'id'>,
  secretKey: string,
  phone = '9876543210',
): Promise<{ id: number; token: string; code: string }> {
  const [token, code] = [createToken(secretKey, schoolId), createCode(secretKey, schoolId)]
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('guardianLinks')
      .values({
        schoolId,
        phone,
        expiresAt: fromNow(86_400_000),
        tokenHash: token.hash,
        tokenSealed: token.sealed,
        codeHash: code.hash,
        codeSealed: code.sealed,
        createdBy: randomUUID(),
        createdByName: 'Office',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token: token.text, code: code.text }
  })
}

/** Adds a bank account with a merchant, by default one that the tests' stand-in knows, and returns its id. */
export async function addMerchant(
  on: TxOrWorld,
  school: Pick<TestSchool, 'id'>,
  secretKey: string,
  { name, merchant = { key: merchantKey(school), salt } }: { name: string; merchant?: Merchant },
): Promise<number> {
  return addBankAccount(on, school, {
    name,
    keyId: merchant.key,
    keySecretSealed: seal(merchant.salt, secretKey, bankAccountContext('key_secret', school.id)),
    miscSealed: seal('none', secretKey, bankAccountContext('misc', school.id)),
  })
}

/** Starts a stand-in gateway that knows every test school, and returns calls of a person without sign-in. */
export async function onlineGateway(world: World): Promise<{ standIn: GatewayStandIn; call: Call }> {
  const standIn = await startGatewayStandIn({
    saltOf: async (key) => (key.startsWith('key') ? salt : undefined),
    late: 50,
    pendingFor: 600_000,
  })
  const anonymous = await world.call('anonymous')
  return { standIn, call: { ...anonymous, services: { ...anonymous.services, payu: payuClient(standIn.url) } } }
}

/** Returns the input of an order for these fees of each student, as the family page makes it. */
export async function anOrder(call: Call, token: string, wanted: Record<number, readonly number[]>) {
  const family = await viewFamily(call, token)
  const students = Object.entries(wanted).map(([studentId, feeIds]) => {
    const fees = family.children.find((child) => String(child.id) === studentId)?.fees ?? []
    return { studentId, fees: feeIds.map((feeId) => ({ feeId, version: fees.find((fee) => fee.id === feeId)?.version ?? '' })) }
  })
  const amounts = Object.entries(wanted).flatMap(([studentId, feeIds]) =>
    feeIds.flatMap((feeId) => {
      const child = family.children.find(({ id }) => String(id) === studentId)
      const fee = child?.fees.find(({ id }) => id === feeId)
      return fee ? [fee.balance.pending, fee.lateFeeDue] : []
    }),
  )
  return {
    key: randomUUID(),
    students,
    payable: calculatePrice(sumMoney(amounts), family.school.chargePercent).payable,
    payer: { name: 'Suresh Patil', phone: '9876543210', email: 'suresh@example.com' },
  }
}

/** Posts an order's form to the gateway, as the browser does. */
export async function postForm({ action, fields }: GatewayForm): Promise<void> {
  const answer = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams(fields.map(({ name, value }) => [name, value])),
  })
  if (!answer.ok) throw new Error(`The gateway refused the form: ${answer.status} ${await answer.text()}`)
}

/** Stores an order and posts its form to the gateway. Returns its txnid and reference. */
export async function beginOrder(
  call: Call,
  token: string,
  wanted: Record<number, readonly number[]>,
): Promise<{ txnid: string; ref: string }> {
  const form = await createOrder(call, token, await anOrder(call, token, wanted))
  await postForm(form)
  return { txnid: form.fields.find(({ name }) => name === 'txnid')?.value ?? '', ref: form.ref }
}
