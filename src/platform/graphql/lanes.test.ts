import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

const limits = { atOnce: 2, waiting: 2 }

test('two of a key run at once, the others wait in order, and too many are turned away', async () => {
  const lanes = new Lanes()
  const order: number[] = []
  const [first, second] = await Promise.all([lanes.enter('one', limits), lanes.enter('one', limits)])
  const third = lanes.enter('one', limits)?.then((leave) => (order.push(3), leave))
  const fourth = lanes.enter('one', limits)?.then((leave) => (order.push(4), leave))
  expect(lanes.enter('one', limits)).toBeNull()
  await Promise.resolve()
  expect(order).toEqual([])
  second?.()
  const leaveThird = await third
  expect(order).toEqual([3])
  first?.()
  const leaveFourth = await fourth
  expect(order).toEqual([3, 4])
  leaveThird?.()
  leaveFourth?.()
  expect(await Promise.all([lanes.enter('one', limits), lanes.enter('one', limits)])).toHaveLength(2)
})

test('keys do not wait for each other', async () => {
  const lanes = new Lanes()
  const alone = { atOnce: 1, waiting: 0 }
  await lanes.enter('one', alone)
  expect(lanes.enter('one', alone)).toBeNull()
  expect(await lanes.enter('two', alone)).toBeTypeOf('function')
})
