import { expect } from '@playwright/test'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'

/** A fee school that takes fees online, with a guardian link for every phone. */
export interface FamilySchool extends FeeSchool {
  name: string
  /** Tokens of the guardian links by phone. */
  tokens: ReadonlyMap<string, string>
  /** Paths of the short links by phone. */
  shortLinks: ReadonlyMap<string, string>
}

/**
 * Adds a {@link addFeeSchool fee school} that takes fees online, with a guardian link for every phone. School Fees go
 * to one bank account. Every student also owes Bus ₹800.00 to another account, and Trip ₹250.00, which has none and is
 * paid at the school.
 */
export async function addFamilySchool(name: string, students: readonly { name: string; phone: string }[]): Promise<FamilySchool> {
  const school = await addFeeSchool(name, students)
  const { id, termId, execute, executeInSchool } = school

  const addCategory = async (category: string, bankAccountId: string) => {
    const { addFeeCategory } = await executeInSchool<{ addFeeCategory: { id: string } }>(
      'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
      { termId, name: category, bankAccountId },
    )
    await executeInSchool(
      'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
      { feeCategoryId: addFeeCategory.id, studentIds: [...school.studentIds.values()] },
    )
    return addFeeCategory.id
  }
  const addFee = (feeCategoryId: string, fee: string, amount: number) =>
    executeInSchool(
      'mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }',
      {
        feeCategoryIds: [feeCategoryId],
        name: fee,
        amount,
        fixedAmount: true,
        months: [],
      },
    )
  const addAccount = async (account: string) => {
    const { addBankAccount } = await executeInSchool<{ addBankAccount: { id: string } }>(
      'mutation Add($schoolId: ID!, $input: NewBankAccount!) { addBankAccount(schoolId: $schoolId, input: $input) { id } }',
      {
        name: account,
        accNumber: '123456789012',
        ifsc: 'SBIN0001234',
        misc: 'none',
        keyId: `K${id}${account}`,
        keySecret: `salt of ${account}`,
      },
    )
    return addBankAccount.id
  }

  await addFee(await addCategory('Trips', ''), 'Trip', 25_000)
  await execute(
    'mutation On($input: SchoolUpdate!, $schoolId: ID!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    {
      schoolId: id,
      input: { onlineFees: true, multipleAccounts: true },
    },
  )
  // Retried, because the other serving process learns of the setting a moment later.
  let transport = ''
  await expect(async () => {
    transport = await addAccount('Transport')
  }).toPass()
  await addFee(await addCategory('Transport', transport), 'Bus', 80_000)
  const { feeCategories } = await execute<{ feeCategories: { id: string; name: string }[] }>(
    'query Categories($schoolId: ID!, $termId: ID!) { feeCategories(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: id, termId },
  )
  await executeInSchool(
    'mutation Update($schoolId: ID!, $input: FeeCategoryUpdate!) { updateFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    {
      id: feeCategories.find((category) => category.name === 'School Fees')?.id,
      name: 'School Fees',
      bankAccountId: await addAccount('Main'),
    },
  )
  const { makeGuardianLinks } = await executeInSchool<{
    makeGuardianLinks: { links: { phone: string; url: string; shortUrl: string }[] }
  }>(
    'mutation Make($schoolId: ID!, $input: MakeLinksInput!) { makeGuardianLinks(schoolId: $schoolId, input: $input) { links { phone url shortUrl } } }',
    { termId, days: 30 },
  )
  const { links } = makeGuardianLinks
  return {
    ...school,
    name,
    tokens: new Map(links.map(({ phone, url }) => [phone, url.split('/').at(-1) ?? ''])),
    shortLinks: new Map(links.map(({ phone, shortUrl }) => [phone, new URL(shortUrl).pathname])),
  }
}
