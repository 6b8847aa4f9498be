import { expect, test } from 'vitest'
import { firstLanguageCookie, languageOf } from './languageOf.ts'

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'mr-IN,mr;q=0.9,en;q=0.8' }, 'mr'],
  [{ 'accept-language': 'kn-IN,hi;q=0.5,en;q=0.4' }, 'hi'],
  [{ 'accept-language': 'en-IN,en;q=0.9,mr;q=0.8' }, 'en'],
  [{ 'accept-language': 'ta' }, 'en'],
  [{ 'accept-language': '*' }, 'en'],
  [{ 'accept-language': ';;q=,' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'a=b; language=hi' }, 'hi'],
  [{ 'accept-language': 'mr', cookie: 'language=xx' }, 'mr'],
  [{ cookie: 'language=%E0%A4' }, 'en'],
])('%j is answered in %s', (headers, language) => {
  expect(languageOf({ headers })).toBe(language)
})

test.each([
  // The device's own choice, and the browser's wish where the family has chosen nothing, need no cookie.
  [{ cookie: 'language=hi' }, 'mr', undefined],
  [{ 'accept-language': 'en-IN' }, null, undefined],
  [{ 'accept-language': 'en-IN' }, 'mr', 'language=mr'],
  [{ 'accept-language': 'ta-IN' }, null, 'language=hi'],
  [{}, null, 'language=hi'],
] as const)('a first page for %j, whose reader has chosen %s, gets %s', async (headers, chosen, expected) => {
  const cookie = await firstLanguageCookie({ headers }, async () => ({ chosen, school: 'hi' }), 'https://app.school.in')
  expect(cookie?.split('; ')[0]).toBe(expected)
})
