import { expect, test } from 'vitest'
import { type Child, dueOf, type Fee, orderedFees, priceOfChosen, stillChosen, toggled, whyNot, withDue } from './selection.ts'

function fee(feeId: string, more: Partial<Fee> = {}): Fee {
  return {
    feeId,
    name: `Fee ${feeId}`,
    categoryName: 'School Fees',
    month: null,
    amount: 100_000,
    pending: 100_000,
    version: `v${feeId}`,
    due: true,
    accountId: '1',
    payable: true,
    notPayable: null,
    ...more,
  }
}

function child(id: string, fees: Fee[]): Child {
  return { id, name: `Child ${id}`, sectionName: '7-B', roll: id, due: 0, pending: 0, fees }
}

const asha = child('1', [
  fee('1', { payable: false, notPayable: 'Being paid now' }),
  fee('2'),
  fee('3', { accountId: '2' }),
  fee('4', { due: false }),
])
const rohan = child('2', [fee('2', { pending: 40_000 }), fee('5', { accountId: '2' }), fee('6')])
const family = [asha, rohan]

test('begins with what is due and goes to one bank account', () => {
  expect([...dueOf(asha)]).toEqual(['1:2'])
  expect([...dueOf(child('3', [fee('9', { accountId: '2' }), fee('10')]))]).toEqual(['3:9'])
})

test('says why a fee cannot be added', () => {
  const chosen = dueOf(asha)
  expect(family.flatMap((one) => one.fees.map((each) => whyNot(each, family, chosen) === null))).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
    true,
  ])
  expect(whyNot(asha.fees[0]!, family, chosen)).toBe('Being paid now')
  expect(whyNot(asha.fees[2]!, family, chosen)).toBe('Goes to another bank account of the school: pay it separately')
  expect(whyNot(asha.fees[2]!, family, new Set())).toBeNull()
})

test('the same fee of a brother is another one', () => {
  const both = withDue(family, dueOf(asha), rohan)
  expect([...both]).toEqual(['1:2', '2:2', '2:6'])
  expect(priceOfChosen(family, both)).toEqual({ fees: 240_000, charge: 4800, gst: 864, payable: 245_664 })
  expect(orderedFees(family, both)).toEqual([
    { studentId: '1', fees: [{ feeId: '2', version: 'v2' }] },
    {
      studentId: '2',
      fees: [
        { feeId: '2', version: 'v2' },
        { feeId: '6', version: 'v6' },
      ],
    },
  ])
  expect([...toggled(both, '1:2')]).toEqual(['2:2', '2:6'])
})

test('nothing chosen costs nothing', () => {
  expect(priceOfChosen(family, new Set()).payable).toBe(0)
  expect(orderedFees(family, new Set())).toEqual([])
})

test('what was paid meanwhile, or went to another account, is not chosen any more', () => {
  const now = [
    child('1', [fee('2', { payable: false, notPayable: 'Being paid now' })]),
    child('2', [fee('2', { accountId: '9' }), fee('6')]),
  ]
  expect([...stillChosen(now, new Set(['1:2', '2:2', '2:6', '3:1']))]).toEqual(['2:2'])
})
