import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { type GatewayStandIn } from '#development/standIns/gateway.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { type Doors, forge } from './doors.ts'
import type { MortalServer } from './mortalServer.ts'
import type { Family, PayingFamilies } from './payingFamilies.ts'
import type { Plan } from './plan.ts'
import {
  ask,
  familyAnswer,
  familyDocument,
  giveUpDocument,
  orderAnswer,
  orderDocument,
  Refused,
  stateDocument,
} from './publicCalls.ts'

/** Everything that takes part in an order. */
export interface Scene {
  online: PayingFamilies
  server: MortalServer
  gateway: GatewayStandIn
  doors: Doors
  /** Wrong responses. */
  problems: string[]
  /** Number of cash payments that clerks took, and that were refused. */
  cash: { taken: number; refused: number }
}

interface Chosen {
  studentId: string
  fees: { feeId: string; version: string }[]
}

interface Ordered {
  family: Family
  chosen: Chosen[]
  ref: string
  action: string
  fields: Record<string, string>
}

/** Plays an order from the family page to its callbacks, which may still be pending when it returns. */
export async function play(scene: Scene, plan: Plan): Promise<void> {
  const order = await place(scene, plan)
  const { server, gateway, doors } = scene
  const { txnid = '' } = order.fields
  const clerk = takeCash(scene, plan, order)
  const reached = !plan.abandoned && (await reachGateway(order))
  if (reached) await atGateway(scene, plan, txnid)
  for (const { how, ...delivery } of plan.forged) {
    const known = reached ? await gateway.callback(txnid) : order.fields
    doors.send(forge(how, known, scene.online, plan.chance), delivery)
  }
  if (plan.killAfter !== null) void sleep(plan.killAfter).then(() => server.kill())
  await clerk
  if (plan.asks) await ask(server, order.family.address, stateDocument, { ref: order.ref })
  if (plan.givesUp) await giveUp(server, order)
  if (plan.turns && reached) turn(gateway, txnid)
}

/** Gives an order up. Refused when the gateway does not answer, or the order's result is known already. */
async function giveUp(server: MortalServer, { family, ref }: Ordered): Promise<void> {
  await ask(server, family.address, giveUpDocument, { hash: family.token, ref }).catch((error: unknown) => {
    if (!(error instanceof Refused && ['UNAVAILABLE', 'CONFLICT'].includes(error.code))) throw error
  })
}

/** Chooses fees on the family page until an order is stored, because others may be paying the same fees. */
async function place(scene: Scene, plan: Plan): Promise<Ordered> {
  const { chance } = plan
  for (let tries = 0; tries < 30; tries++) {
    const family = chance.pick(scene.online.families)
    const chosen = await choose(scene, plan, family)
    if (!chosen) continue
    const input = {
      key: randomUUID(),
      students: chosen.students,
      payable: calculatePrice(chosen.amount).payable,
      payer: { name: 'Sunita Patil', phone: '9876543210', email: 'sunita@shala.test' },
    }
    const send = async () =>
      orderAnswer.parse(await ask(scene.server, family.address, orderDocument, { hash: family.token, input })).createOrder
    // The first of two requests may find the fees being paid, and the second find them free again; then that order
    // counts.
    const answers = await Promise.allSettled([send(), ...(plan.sentTwice ? [send()] : [])])
    for (const one of answers)
      if (one.status === 'rejected' && !(one.reason instanceof Refused && one.reason.code === 'CONFLICT')) throw one.reason
    const [form, again] = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (!form) continue
    const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
    const txnid = again?.fields.find(({ name }) => name === 'txnid')?.value
    if (again && txnid !== fields.txnid) scene.problems.push(`One order has two numbers: ${fields.txnid} and ${txnid}.`)
    return { family, chosen: chosen.students, ref: form.ref, action: form.action, fields }
  }
  throw new Error('No fees could be ordered: there are too few families for so many orders.')
}

async function choose({ server }: Scene, { chance, fees: most }: Plan, { token, address }: Family) {
  const { family } = familyAnswer.parse(await ask(server, address, familyDocument, { hash: token }))
  const all = family.children.flatMap(({ id, fees }) =>
    fees.flatMap((fee) => (fee.payable && fee.pending > 0 ? [{ ...fee, studentId: id }] : [])),
  )
  if (all.length === 0) return undefined
  const { accountId } = chance.pick(all)
  const ofAccount = all.filter((fee) => fee.accountId === accountId)
  const from = chance.whole(0, Math.max(0, ofAccount.length - most))
  // Neighbouring fees belong to one child or, at a boundary, to two.
  const some = ofAccount.slice(from, from + most)
  const students = [...new Set(some.map((fee) => fee.studentId))].map((studentId): Chosen => {
    const fees = some.filter((fee) => fee.studentId === studentId).map(({ feeId, version }) => ({ feeId, version }))
    return { studentId, fees }
  })
  return { students, amount: some.reduce((sum, { pending }) => sum + pending, 0) }
}

/** Posts the form; retries for a while when the gateway is down. */
async function reachGateway({ action, fields }: Ordered): Promise<boolean> {
  for (const end = AbortSignal.timeout(10_000); !end.aborted; await sleep(200)) {
    const response = await fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    const said = await response.text()
    if (response.status === 303) return true
    if (response.status !== 503) throw new Error(`The gateway refused an order: ${said.replace(/<[^>]*>/g, ' ')}`)
  }
  return false
}

/** Presses a button of the gateway over HTTP and sends the callbacks. */
async function atGateway({ gateway, doors }: Scene, plan: Plan, txnid: string): Promise<void> {
  const response = await fetch(`${gateway.url}/_control/press`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txnid, button: plan.button, charges: plan.charges }),
  })
  if (!response.ok) throw new Error(`The gateway answered ${response.status} to a button: ${await response.text()}`)
  const { back } = (await response.json()) as { back: { fields: Record<string, string>; wait: number } | null }
  if (!back) return
  if (plan.button === 'tampered') doors.send(back.fields, { to: 'return', after: 0 })
  for (const { to, after } of plan.deliveries) doors.send(back.fields, { to, after: after + back.wait })
}

/** A clerk takes the same fees in cash, at a counter that does not know about the gateway. */
async function takeCash({ online, cash }: Scene, { clerk, chance }: Plan, { family, chosen }: Ordered): Promise<void> {
  if (clerk === 'none') return
  await sleep(chance.whole(0, 300))
  const { id: schoolId, termId } = family.school
  const call = await online.world.call('fees', family.school)
  for (const { studentId, fees: ordered } of clerk === 'one' ? chosen.slice(0, 1) : chosen) {
    const { fees: asked } = await viewFeeAccount(call, schoolId, { termId, studentId })
    const wanted = clerk === 'one' ? ordered.slice(0, 1) : ordered
    const open = asked.filter(({ id, pending }) => pending > 0 && wanted.some(({ feeId }) => feeId === String(id)))
    if (open.length === 0) continue
    // Sometimes only a part.
    const amount = Math.max(1, Math.floor(open.reduce((sum, { pending }) => sum + pending, 0) / (chance.of100(30) ? 3 : 1)))
    await collectPayment(call, schoolId, {
      key: randomUUID(),
      termId,
      studentId,
      amount,
      mode: 'CASH',
      collectedOn: schoolDay(new Date()),
      fees: open.map(({ id, version }) => ({ feeId: String(id), version })),
    }).then(
      () => (cash.taken += 1),
      (error: unknown) => {
        // The fee was paid online between reading and paying.
        if (!(error instanceof Refusal && error.code === 'CONFLICT')) throw error
        cash.refused += 1
      },
    )
  }
}

/** Changes a transaction's result at the bank: a failure becomes a success, an undecided one fails. */
function turn(gateway: GatewayStandIn, txnid: string): void {
  const state = gateway.transactions().find(({ form }) => form.txnid === txnid)?.state
  if (state === 'failed') gateway.settle(txnid, 'captured')
  if (state === 'pending') gateway.settle(txnid, 'failed')
}
