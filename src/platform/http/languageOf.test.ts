import { expect, test } from 'vitest'
import { languageOf } from './languageOf.ts'

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
