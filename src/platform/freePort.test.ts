import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

test('a port is below those of outgoing connections, and given once', async () => {
  const given = [await freePort(), await freePort(), await freePort()]
  expect(new Set(given).size).toBe(3)
  for (const port of given) {
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_000)
  }
})

test('a port on which somebody listens is left out', async () => {
  const port = await freePort()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(port + 1, '127.0.0.1', resolve))
  expect(await freePort()).not.toBe(port + 1)
  await new Promise((resolve) => taken.close(resolve))
})

test('two processes that ask at once get two ports', async () => {
  const ask = () =>
    promisify(execFile)(process.execPath, [
      '--eval',
      `import(${JSON.stringify(new URL('freePort.ts', import.meta.url).href)}).then(async ({ freePort }) => console.log(await freePort()))`,
    ])
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.stdout).toMatch(/^\d+\n$/)
  expect(first.stdout).not.toBe(second.stdout)
})
