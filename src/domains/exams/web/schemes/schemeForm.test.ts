import { expect, test } from 'vitest'
import { readyScheme, readySchemes } from '../../readySchemes.ts'
import { messagesIn, schemeForm, withRenamed } from './schemeForm.ts'

test.each(readySchemes)('a renamed part or scale of %s is named anew wherever it is used', (ready) => {
  const content = readyScheme(ready)
  for (const list of ['parts', 'scales'] as const) {
    const old = content[list][0]?.name ?? ''
    const renamed = { ...content, [list]: content[list].map((item) => (item.name === old ? { ...item, name: 'New' } : item)) }
    expect(schemeForm.safeParse({ content: renamed }).success).toBe(false)
    expect(schemeForm.safeParse({ content: withRenamed(renamed, list, old, 'New') }).error).toBeUndefined()
  }
})

test('messages of a form are listed once each', () => {
  const required = { type: 'custom', message: 'Required', ref: { message: 'no' } }
  expect(
    messagesIn({ content: { name: required, parts: [{ name: required }, undefined], grace: { root: { message: 'Gap' } } } }),
  ).toEqual(['Required', 'Gap'])
})
