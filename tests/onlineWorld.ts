import { randomUUID } from 'node:crypto'
import type { Call } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { payuClient } from '#platform/payu/client.ts'
import { type GatewayStandIn, startGatewayStandIn } from '#development/standIns/gateway.ts'
import { seal } from '#platform/sealed.ts'
import { createOrder } from '#domains/onlinefees/server/orders.commands.ts'
import { viewFamily } from '#domains/onlinefees/server/family.queries.ts'
import { createCode, createToken } from '#domains/onlinefees/server/secrets.ts'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import { sumMoney } from '#shared/money.ts'
import { addTestFees, type TestFees } from './feesWorld.ts'
import type { TestSchool, World } from './world.ts'

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
export async function addOnline(db: Tx, school: TestSchool, secretKey: string): Promise<OnlineSchool> {
  const fees = await addTestFees(db, school)
  const account = await addAccount(db, school, secretKey, 'Fees Account')
  await db
    .updateTable('feeCategories')
    .set({ bankAccountId: account })
    .where('schoolId', '=', school.id)
    .where('id', '=', fees.category)
    .execute()
  const [token, code] = [createToken(secretKey, school.id), createCode(secretKey, school.id)]
  const { id: linkId } = await db
    .insertInto('guardianLinks')
    .values({
      schoolId: school.id,
      phone: '9876543210',
      expiresAt: new Date(Date.now() + 86_400_000),
      tokenHash: token.hash,
      tokenSealed: token.sealed,
      codeHash: code.hash,
      codeSealed: code.sealed,
      createdBy: randomUUID(),
      createdByName: 'Office',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { fees, account, linkId, token: token.text, code: code.text }
}

/** Adds a bank account whose merchant the tests' stand-in knows. */
export async function addAccount(db: Tx, school: TestSchool, secretKey: string, name: string): Promise<number> {
  const { id } = await db
    .insertInto('bankAccounts')
    .values({
      schoolId: school.id,
      name,
      accNumber: '123456789',
      ifsc: 'SBIN0001234',
      keyId: merchantKey(school),
      keySecretSealed: seal(salt, secretKey, bankAccountContext('key_secret', school.id)),
      miscSealed: seal('none', secretKey, bankAccountContext('misc', school.id)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
    feeIds.map(
      (feeId) =>
        family.children.find((child) => String(child.id) === studentId)?.fees.find((fee) => fee.id === feeId)?.balance.pending ??
        0,
    ),
  )
  return {
    key: randomUUID(),
    students,
    payable: calculatePrice(sumMoney(amounts)).payable,
    payer: { name: 'Suresh Patil', phone: '9876543210', email: 'suresh@example.com' },
  }
}

/** Stores an order and posts its form to the gateway, as the browser does. Returns its txnid and reference. */
export async function begun(
  call: Call,
  token: string,
  wanted: Record<number, readonly number[]>,
): Promise<{ txnid: string; ref: string }> {
  const form = await createOrder(call, token, await anOrder(call, token, wanted))
  const answer = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(form.fields.map(({ name, value }) => [name, value])),
  })
  if (!answer.ok) throw new Error(`The gateway refused the form: ${answer.status} ${await answer.text()}`)
  return { txnid: form.fields.find(({ name }) => name === 'txnid')?.value ?? '', ref: form.ref }
}
