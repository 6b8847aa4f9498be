import { expect, test } from 'vitest'
import {
  type Child,
  selectDueFees,
  type Fee,
  selectionByChild,
  priceOfSelection,
  keepSelectable,
  toggleFee,
  notSelectableReason,
  addDueFees,
} from './selection.ts'

function fee(feeId: string, more: Partial<Fee> = {}): Fee {
  return {
    feeId,
    name: `Fee ${feeId}`,
    categoryName: 'School Fees',
    month: null,
    amount: 100_000,
    pending: 100_000,
    lateFee: 0,
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

test('starts with the due fees of one bank account', () => {
  expect([...selectDueFees(asha)]).toEqual(['1:2'])
  expect([...selectDueFees(child('3', [fee('9', { accountId: '2' }), fee('10')]))]).toEqual(['3:9'])
})

test('returns why a fee cannot be selected', () => {
  const chosen = selectDueFees(asha)
  expect(family.flatMap((sibling) => sibling.fees.map((each) => notSelectableReason(each, family, chosen) === null))).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
    true,
  ])
  expect(notSelectableReason(asha.fees[0]!, family, chosen)).toBe('Being paid now')
  expect(notSelectableReason(asha.fees[2]!, family, chosen)).toBe('Goes to another bank account of the school: pay it separately')
  expect(notSelectableReason(asha.fees[2]!, family, new Set())).toBeNull()
})

test('siblings can owe the same fee', () => {
  const both = addDueFees(family, selectDueFees(asha), rohan)
  expect([...both]).toEqual(['1:2', '2:2', '2:6'])
  expect(priceOfSelection(family, both, 2)).toEqual({ fees: 240_000, charge: 4800, gst: 864, payable: 245_664 })
  expect(priceOfSelection(family, both, 0).payable).toBe(240_000)
  expect(selectionByChild(family, both)).toEqual([
    { studentId: '1', fees: [{ feeId: '2', version: 'v2' }] },
    {
      studentId: '2',
      fees: [
        { feeId: '2', version: 'v2' },
        { feeId: '6', version: 'v6' },
      ],
    },
  ])
  expect([...toggleFee(both, '1:2')]).toEqual(['2:2', '2:6'])
})

test('an empty selection costs nothing', () => {
  expect(priceOfSelection(family, new Set(), 2).payable).toBe(0)
  expect(selectionByChild(family, new Set())).toEqual([])
})

test('deselects fees that were paid meanwhile or go to another account', () => {
  const now = [
    child('1', [fee('2', { payable: false, notPayable: 'Being paid now' })]),
    child('2', [fee('2', { accountId: '9' }), fee('6')]),
  ]
  expect([...keepSelectable(now, new Set(['1:2', '2:2', '2:6', '3:1']))]).toEqual(['2:2'])
})
