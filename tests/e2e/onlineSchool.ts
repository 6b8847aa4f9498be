import { randomUUID } from 'node:crypto'
import { addFeeSchool, asking, type FeeSchool, type FeeSchoolStudent, superadminToken } from './feeSchool.ts'

/** A school whose parents pay online, with an ADMIN beside its clerks. */
export interface OnlineSchool extends FeeSchool {
  head: string
}

/** What a payer does at the gateway (development/standIns/gatewayPages.ts). */
type Press = 'upi' | 'fail' | 'cancel' | 'lost' | 'otherAmount'

/** Adds a fee school whose fees go to a bank account with a merchant of its own. */
export async function addOnlineSchool(name: string, students: readonly FeeSchoolStudent[]): Promise<OnlineSchool> {
  const school = await addFeeSchool(name, students)
  const ask = asking(await superadminToken())
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })
  await of('mutation Update($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }', {
    onlineFees: true,
    multipleAccounts: true,
  })
  const { addBankAccount: account } = await of<{ addBankAccount: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewBankAccount!) { addBankAccount(schoolId: $schoolId, input: $input) { id } }',
    {
      name: 'Fees Account',
      accNumber: '123456789012',
      ifsc: 'SBIN0001234',
      keyId: `key-${school.id}`,
      keySecret: `salt of ${school.id}`,
      misc: 'none',
    },
  )
  const { feeCategories } = await ask<{ feeCategories: { id: string; name: string }[] }>(
    'query Categories($schoolId: ID!, $termId: ID!) { feeCategories(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: school.id, termId: school.termId },
  )
  for (const category of feeCategories)
    await of(
      'mutation Update($schoolId: ID!, $input: FeeCategoryUpdate!) { updateFeeCategory(schoolId: $schoolId, input: $input) { id } }',
      { ...category, bankAccountId: account.id },
    )
  const head = `head.${Date.now().toString(36)}.${school.id}@online.test`
  await of('mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }', {
    name: 'Head Office',
    email: head,
    phone: school.password,
    role: 'ADMIN',
    password: '',
    classIds: [],
    zoomId: '',
    zoomPassword: '',
    zoomLink: '',
  })
  return { ...school, head }
}

/** The token of a link's address, long or short. */
export async function tokenOf(address: string): Promise<string> {
  const path = new URL(address).pathname
  if (path.startsWith('/onlinefees/')) return path.slice('/onlinefees/'.length)
  const { status, headers } = await fetch(address, { redirect: 'manual' })
  const to = headers.get('location')
  if (status !== 302 || to === null) throw new Error(`the short link answered ${status}`)
  return new URL(to, address).pathname.slice('/onlinefees/'.length)
}

interface Family {
  family: {
    children: {
      id: string
      name: string
      fees: { feeId: string; name: string; month: string | null; pending: number; version: string }[]
    }[]
  }
}

/** Asks as somebody who is not signed in. */
const askPublic = asking('')

/** The names of the children a link shows; what is said where it shows none. */
export async function shownBy(address: string): Promise<string> {
  const shown = askPublic<Family>('query Family($hash: String!) { family(hash: $hash) { children { name } } }', {
    hash: await tokenOf(address),
  })
  return shown.then(
    ({ family }) => family.children.map((child) => child.name).join(', '),
    (refusal: Error) => refusal.message,
  )
}

/**
 * Pays these fees (`Tuition APR`, `Library`) of a child by a link, as the family page and the gateway's page do, without a
 * browser. `meanwhile` happens while the payer is at the gateway. Answers the transaction.
 */
export async function payByLink(
  token: string,
  wanted: { child: string; fees: readonly string[]; payer: string; press: Press; meanwhile?: () => Promise<unknown> },
): Promise<string> {
  const { family } = await askPublic<Family>(
    'query Family($hash: String!) { family(hash: $hash) { children { id name fees { feeId name month pending version } } } }',
    { hash: token },
  )
  const child = family.children.find((one) => one.name === wanted.child)
  const fees = (child?.fees ?? []).filter((fee) => wanted.fees.includes([fee.name, fee.month].filter(Boolean).join(' ')))
  if (!child || fees.length !== wanted.fees.length) throw new Error('the link does not show these fees')
  const total = fees.reduce((sum, fee) => sum + fee.pending, 0)
  const input = {
    key: randomUUID(),
    payable: Math.floor((total * 10_236 + 5000) / 10_000),
    students: [{ studentId: child.id, fees: fees.map(({ feeId, version }) => ({ feeId, version })) }],
    payer: { name: wanted.payer, phone: '9822011111', email: 'payer@family.test' },
  }
  const { createOrder: form } = await askPublic<{ createOrder: { action: string; fields: { name: string; value: string }[] } }>(
    'mutation Pay($hash: String!, $input: CreateOrderInput!) { createOrder(hash: $hash, input: $input) { action fields { name value } } }',
    { hash: token, input },
  )
  const txnid = form.fields.find((field) => field.name === 'txnid')?.value ?? ''
  await post(form.action, Object.fromEntries(form.fields.map(({ name, value }) => [name, value])))
  await wanted.meanwhile?.()
  const pressed = await fetch(new URL('/_control/press', form.action), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txnid, button: wanted.press }),
  })
  const { back } = (await pressed.json()) as { back: { action: string; fields: Record<string, string> } | null }
  if (back) await post(back.action, back.fields)
  return txnid
}

/** Posts a form as a browser does, without going where the answer leads. */
async function post(url: string, fields: Record<string, string>): Promise<void> {
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  if (status >= 400) throw new Error(`${new URL(url).pathname} answered ${status}`)
}
