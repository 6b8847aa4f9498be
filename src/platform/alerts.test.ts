import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics, readingsText } from './metrics.ts'

const root = join(import.meta.dirname, '../..')
const rules = readFileSync(join(root, 'ops/alerts.yml'), 'utf8')
const pages = readFileSync(join(root, 'docs/alerts.md'), 'utf8')

test('every metric that an alert asks for is there, and every alert has its page', async () => {
  const text = await readingsText([await createMetrics().readings()])
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))
  const asked = new Set([...rules.matchAll(/\b(?:shala|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name))
  const missing = [...asked].filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(missing).toEqual([])
  const headings = new Set([...pages.matchAll(/^## (.+)$/gm)].map(([, title]) => title?.toLowerCase().replaceAll(' ', '-')))
  const anchors = [...rules.matchAll(/docs\/alerts\.md#(\S+)/g)].map(([, anchor]) => anchor)
  expect(anchors.filter((anchor) => !headings.has(anchor))).toEqual([])
})

test('an alert comes when the safe moment is ten minutes late, and on a server that never had one', () => {
  const [, expression = ''] = /alert: ShalaNotSafe\n\s+expr: (.+)\n(?!\s+for:)/.exec(rules) ?? []
  expect(expression).toBe('max(shala_safe_moment_late_seconds) > 600 or absent(shala_safe_moment_late_seconds)')
})
