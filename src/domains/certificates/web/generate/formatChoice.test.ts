import { describe, expect, test } from 'vitest'
import { chosenFormat } from './formatChoice.ts'

const format = (id: string, usual = false, missing: readonly string[] = []) => ({ id, usual, missing })

describe('the usual format is preselected, not the first by alphabet', () => {
  test.each([
    ['the usual one', [format('a'), format('b', true), format('c')], null, 'b'],
    ['the one in the address', [format('a'), format('b', true), format('c')], 'c', 'c'],
    ['the usual one for an address of none', [format('a'), format('b', true)], 'x', 'b'],
    ['none of several without a usual one', [format('a'), format('b')], null, undefined],
    ['the only one', [format('a')], null, 'a'],
    ['the only one that can be used', [format('a', false, ['serial']), format('b')], null, 'b'],
    ['none when the usual one cannot be used', [format('a', true, ['serial']), format('b'), format('c')], null, undefined],
    ['none where there is none', [], null, undefined],
  ])('%s', (_, formats, asked, id) => {
    expect(chosenFormat(formats, asked)?.id).toBe(id)
  })
})
