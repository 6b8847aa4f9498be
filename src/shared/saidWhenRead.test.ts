import { expect, test } from 'vitest'
import { saidWhenRead } from './saidWhenRead.ts'

test('texts are made each time when they are read, also in tables inside', () => {
  let language = 'en'
  const modes = saidWhenRead({
    CASH: { label: () => `cash ${language}`, key: 'c', reference: null, rule: { pattern: /x/, message: () => language } },
    names: ['a', 'b'],
    join: (one: string) => one + language,
  })
  expect(modes.CASH.label).toBe('cash en')
  language = 'mr'
  expect(modes.CASH.label).toBe('cash mr')
  expect(modes.CASH.rule.message).toBe('mr')
  expect(modes.CASH.rule.pattern.test('x')).toBe(true)
  expect([modes.CASH.key, modes.CASH.reference, modes.names, modes.join('in ')]).toEqual(['c', null, ['a', 'b'], 'in mr'])
  expect(Object.keys(modes.CASH)).toEqual(['label', 'key', 'reference', 'rule'])
})
