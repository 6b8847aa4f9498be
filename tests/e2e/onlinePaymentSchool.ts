import { randomUUID } from 'node:crypto'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, type FeeSchool, type FeeSchoolStudent } from './feeSchool.ts'
import { graphqlClient } from './graphqlClient.ts'
import { uniqueTag } from './unique.ts'

/** A fee school whose families pay online, with an ADMIN beside its clerks. */
export interface OnlinePaymentSchool extends FeeSchool {
  headEmail: string
}

/** A button of the stand-in gateway (development/standIns/gatewayPages.ts). */
type GatewayButton = 'upi' | 'fail' | 'cancel' | 'lost' | 'otherAmount'

/** Adds a fee school whose fees go to a bank account with its own merchant. */
export async function addOnlinePaymentSchool(name: string, students: readonly FeeSchoolStudent[]): Promise<OnlinePaymentSchool> {
  const school = await addFeeSchool(name, students)
  const { id, termId, execute, executeInSchool } = school
  await executeInSchool(
    'mutation Update($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    {
      onlineFees: true,
      multipleAccounts: true,
    },
  )
  const { addBankAccount: account } = await executeInSchool<{ addBankAccount: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewBankAccount!) { addBankAccount(schoolId: $schoolId, input: $input) { id } }',
    {
      name: 'Fees Account',
      accNumber: '123456789012',
      ifsc: 'SBIN0001234',
      keyId: `key-${id}`,
      keySecret: `salt of ${id}`,
      misc: 'none',
    },
  )
  const { feeCategories } = await execute<{ feeCategories: { id: string; name: string }[] }>(
    'query Categories($schoolId: ID!, $termId: ID!) { feeCategories(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: id, termId },
  )
  for (const category of feeCategories)
    await executeInSchool(
      'mutation Update($schoolId: ID!, $input: FeeCategoryUpdate!) { updateFeeCategory(schoolId: $schoolId, input: $input) { id } }',
      { ...category, bankAccountId: account.id },
    )
  const headEmail = `head.${uniqueTag()}.${id}@online.test`
  await addStaffUser(school, { name: 'Head Office', email: headEmail, phone: school.password, role: 'ADMIN' })
  return { ...school, headEmail }
}

/** Returns the token of a guardian link, from its long or its short address. */
export async function readLinkToken(address: string): Promise<string> {
  const path = new URL(address).pathname
  if (path.startsWith('/onlinefees/')) return path.slice('/onlinefees/'.length)
  const { status, headers } = await fetch(address, { redirect: 'manual' })
  const location = headers.get('location')
  if (status !== 302 || location === null) throw new Error(`the short link answered ${status}`)
  return new URL(location, address).pathname.slice('/onlinefees/'.length)
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

/** Runs a GraphQL document without signing in. */
const executePublic = graphqlClient('')

/** Returns the names of the children that a link shows, or the message of the refusal. */
export async function readLinkChildren(address: string): Promise<string> {
  const response = executePublic<Family>('query Family($hash: String!) { family(hash: $hash) { children { name } } }', {
    hash: await readLinkToken(address),
  })
  return response.then(
    ({ family }) => family.children.map((child) => child.name).join(', '),
    (refusal: Error) => refusal.message,
  )
}

/**
 * Pays fees of a child by a guardian link, as the family page and the gateway's page do, without a browser. Returns the
 * txnid.
 * @param payment its `fees` are names with their month: `Tuition APR`, `Library`; `meanwhile` runs while the payer is
 * at the gateway
 */
export async function payByLink(
  token: string,
  payment: { child: string; fees: readonly string[]; payer: string; button: GatewayButton; meanwhile?: () => Promise<unknown> },
): Promise<string> {
  const { family } = await executePublic<Family>(
    'query Family($hash: String!) { family(hash: $hash) { children { id name fees { feeId name month pending version } } } }',
    { hash: token },
  )
  const child = family.children.find((candidate) => candidate.name === payment.child)
  const fees = (child?.fees ?? []).filter((fee) => payment.fees.includes([fee.name, fee.month].filter(Boolean).join(' ')))
  if (!child || fees.length !== payment.fees.length) throw new Error('the link does not show these fees')
  const total = fees.reduce((sum, fee) => sum + fee.pending, 0)
  const input = {
    key: randomUUID(),
    payable: Math.floor((total * 10_236 + 5000) / 10_000),
    students: [{ studentId: child.id, fees: fees.map(({ feeId, version }) => ({ feeId, version })) }],
    payer: { name: payment.payer, phone: '9822011111', email: 'payer@family.test' },
  }
  const { createOrder: form } = await executePublic<{
    createOrder: { action: string; fields: { name: string; value: string }[] }
  }>(
    'mutation Pay($hash: String!, $input: CreateOrderInput!) { createOrder(hash: $hash, input: $input) { action fields { name value } } }',
    { hash: token, input },
  )
  const txnid = form.fields.find((field) => field.name === 'txnid')?.value ?? ''
  await postForm(form.action, Object.fromEntries(form.fields.map(({ name, value }) => [name, value])))
  await payment.meanwhile?.()
  const response = await fetch(new URL('/_control/press', form.action), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txnid, button: payment.button }),
  })
  const { back: callback } = (await response.json()) as { back: { action: string; fields: Record<string, string> } | null }
  if (callback) await postForm(callback.action, callback.fields)
  return txnid
}

/** Posts a form as a browser does, without following the redirect. */
async function postForm(url: string, fields: Record<string, string>): Promise<void> {
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  if (status >= 400) throw new Error(`${new URL(url).pathname} answered ${status}`)
}
