import { expect } from '@playwright/test'
import { addFeeSchool, asking, type FeeSchool, superadminToken } from './feeSchool.ts'

/** A fee school that takes fees online. */
export interface PayingSchool extends FeeSchool {
  name: string
  ask: ReturnType<typeof asking>
  /** The token of a phone's guardian link. */
  tokens: ReadonlyMap<string, string>
  /** The short link of a phone. */
  shortLinks: ReadonlyMap<string, string>
}

/**
 * Adds a school that takes fees online, as {@link addFeeSchool} does, with a guardian link for every phone. School Fees go to one
 * bank account; every student also owes Bus ₹800.00 to another one, and Trip ₹250.00, which has none and is paid at the school.
 */
export async function addPayingSchool(name: string, students: readonly { name: string; phone: string }[]): Promise<PayingSchool> {
  const school = await addFeeSchool(name, students)
  const ask = asking(await superadminToken())
  const { termId } = school
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })

  const addCategory = async (category: string, bankAccountId: string) => {
    const { addFeeCategory } = await of<{ addFeeCategory: { id: string } }>(
      'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
      { termId, name: category, bankAccountId },
    )
    await of(
      'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
      { feeCategoryId: addFeeCategory.id, studentIds: [...school.studentIds.values()] },
    )
    return addFeeCategory.id
  }
  const addFee = (feeCategoryId: string, fee: string, amount: number) =>
    of('mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }', {
      feeCategoryIds: [feeCategoryId],
      name: fee,
      amount,
      fixedAmount: true,
      months: [],
    })
  const addAccount = async (account: string) => {
    const { addBankAccount } = await of<{ addBankAccount: { id: string } }>(
      'mutation Add($schoolId: ID!, $input: NewBankAccount!) { addBankAccount(schoolId: $schoolId, input: $input) { id } }',
      {
        name: account,
        accNumber: '123456789012',
        ifsc: 'SBIN0001234',
        misc: 'none',
        keyId: `K${school.id}${account}`,
        keySecret: `salt of ${account}`,
      },
    )
    return addBankAccount.id
  }

  await addFee(await addCategory('Trips', ''), 'Trip', 25_000)
  await ask('mutation On($input: SchoolUpdate!, $schoolId: ID!) { updateSchool(schoolId: $schoolId, input: $input) { id } }', {
    schoolId: school.id,
    input: { onlineFees: true },
  })
  // The other serving process hears of the switch a moment later.
  let transport = ''
  await expect(async () => {
    transport = await addAccount('Transport')
  }).toPass()
  await addFee(await addCategory('Transport', transport), 'Bus', 80_000)
  const { feeCategories } = await ask<{ feeCategories: { id: string; name: string }[] }>(
    'query Categories($schoolId: ID!, $termId: ID!) { feeCategories(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: school.id, termId },
  )
  await of(
    'mutation Update($schoolId: ID!, $input: FeeCategoryUpdate!) { updateFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    {
      id: feeCategories.find((category) => category.name === 'School Fees')?.id,
      name: 'School Fees',
      bankAccountId: await addAccount('Main'),
    },
  )
  const { makeGuardianLinks } = await of<{ makeGuardianLinks: { links: { phone: string; url: string; shortUrl: string }[] } }>(
    'mutation Make($schoolId: ID!, $input: MakeLinksInput!) { makeGuardianLinks(schoolId: $schoolId, input: $input) { links { phone url shortUrl } } }',
    { termId, days: 30 },
  )
  const { links } = makeGuardianLinks
  return {
    ...school,
    name,
    ask,
    tokens: new Map(links.map(({ phone, url }) => [phone, url.split('/').at(-1) ?? ''])),
    shortLinks: new Map(links.map(({ phone, shortUrl }) => [phone, new URL(shortUrl).pathname])),
  }
}
