import { expect, test } from 'vitest'
import { familyChatPath } from '#shared/familyPaths.ts'
import { cardPath, childPath, feesPath, parsePlace } from './address.ts'

test('an address names the page, the place and the child', () => {
  expect(parsePlace('/family')).toEqual({ page: 'home' })
  expect(parsePlace('/family/')).toEqual({ page: 'home' })
  expect(parsePlace(childPath('~1c', '7'))).toEqual({ page: 'child', place: '~1c', studentId: '7' })
  expect(parsePlace(feesPath('~1c', '7'))).toEqual({ page: 'fees', place: '~1c', studentId: '7' })
  expect(parsePlace(familyChatPath('~1c', '7', false))).toEqual({ page: 'chat', place: '~1c', studentId: '7' })
  expect(parsePlace(familyChatPath('~1c', '7', true))).toEqual({ page: 'section', place: '~1c', studentId: '7' })
  expect(parsePlace(cardPath('~1c', '7', '9'))).toEqual({ page: 'card', place: '~1c', studentId: '7', cardId: '9' })
  for (const path of [
    '/family/card/~1c/7',
    '/family/card/~1c/7/9/1',
    '/family/child',
    '/family/child/~1c',
    '/family/x/~1c/7',
    '/family/fees/~1c/7/8',
  ])
    expect(parsePlace(path)).toEqual({ page: 'unknown' })
})
