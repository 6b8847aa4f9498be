import { expect, test } from 'vitest'
import { processorTime } from './processorTime.ts'

test('counts the work of a process, as the process itself does', async () => {
  const before = await processorTime(process.pid)
  let sum = 0
  while (process.cpuUsage().user + process.cpuUsage().system < (before ?? 0) * 1000 + 200_000) sum += 1
  const { user, system } = process.cpuUsage()
  const after = await processorTime(process.pid)
  expect(sum).toBeGreaterThan(0)
  expect(after).toBeGreaterThanOrEqual((before ?? 0) + 150)
  expect(after).toBeGreaterThanOrEqual((user + system) / 1000 - 50)
})

test('of a process that is not there is null', async () => {
  expect(await processorTime(2 ** 30)).toBeNull()
})
