import { parseSync } from '@babel/core'
import { expect, test } from 'vitest'
import { type ClockNode, readsClock } from './clock.ts'

/** Returns the parts of code that the rule finds. */
function found(code: string): string[] {
  const tree = parseSync(code, {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript', 'estree'] },
  })
  const read: string[] = []
  const visit = (node: ClockNode) => {
    if (/^(MemberExpression|UnaryExpression|ImportSpecifier)$/.test(node.type) && readsClock(node)) {
      const { start, end } = node as ClockNode & { start: number; end: number }
      read.push(code.slice(start, end))
    }
    for (const value of Object.values(node))
      for (const child of [value].flat() as (ClockNode | null)[]) if (typeof child?.type === 'string') visit(child)
  }
  visit(tree?.program as unknown as ClockNode)
  return read
}

test.each([
  ['expect(performance.now() - began).toBeLessThan(50)', 'performance.now'],
  ['const began = window.performance.now()', 'window.performance.now'],
  ['const now = () => page.evaluate(() => Date.now())', 'Date.now'],
  ['while (Date.now() < end) await sleep(15)', 'Date.now'],
  ['const times = answers.map(Date.now)', 'Date.now'],
  ['const end = globalThis.Date.now() + 60_000', 'globalThis.Date.now'],
  ['const tag = `School ${Date.now().toString(36)}`', 'Date.now'],
  ['const began = process.hrtime.bigint()', 'process.hrtime'],
  ['const age = process.uptime()', 'process.uptime'],
  ["import { hrtime } from 'node:process'", 'hrtime'],
  ["import { uptime as up } from 'node:os'", 'uptime as up'],
  ['const began = new Date().getTime()', 'new Date().getTime'],
  ['const began = +new Date()', '+new Date()'],
  ["performance.mark('began')", 'performance.mark'],
])('%s reads a clock', (code, part) => {
  expect(found(code)).toEqual([part])
})

test.each([
  'const today = schoolDay(new Date())',
  'const row = { takenAt: new Date() }',
  'const at = new Date(row.at).getTime() - row.from.getTime()',
  "vi.useFakeTimers({ toFake: ['Date', 'performance'], now: fromNow(9 * 86_400_000) })",
  'const figures = { performance: 92 }.performance',
  'const held = await call.now()',
  'clock.now() - order.now',
])('%s does not', (code) => {
  expect(found(code)).toEqual([])
})
