import { expect, test } from 'vitest'
import { openOf } from './openOf.ts'

test('what needs a look is counted once: money of an order stands for the order', () => {
  const settled = { at: '2026-11-21T10:00:00Z' }
  const surplus = [
    { id: '1', orderId: '10', settled: null },
    { id: '2', orderId: '11', settled },
  ]
  expect(openOf({ stuck: [{ id: '10' }, { id: '11' }, { id: '12' }], surplus })).toEqual({
    money: [surplus[0]],
    stuck: [{ id: '11' }, { id: '12' }],
  })
})
