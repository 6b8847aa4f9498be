import { expect, test } from 'vitest'
import { unsettledItems } from './unsettledItems.ts'

test('an order with open surplus is counted once', () => {
  const settled = { at: '2026-11-21T10:00:00Z' }
  const surplus = [
    { id: '1', orderId: '10', settled: null },
    { id: '2', orderId: '11', settled },
  ]
  expect(unsettledItems({ stuck: [{ id: '10' }, { id: '11' }, { id: '12' }], surplus })).toEqual({
    money: [surplus[0]],
    stuck: [{ id: '11' }, { id: '12' }],
  })
})
