import { beforeAll, expect, test } from 'vitest'
import { msg } from '#shared/texts.ts'
import { loadLanguages, speakIn } from './speech.ts'
import { sayStored } from './storedTexts.ts'

beforeAll(loadLanguages)

const inMarathi = (text: string) => speakIn('mr', () => sayStored(text))

test('a stored text is said in the reader’s language', () => {
  expect(inMarathi('Fees')).not.toBe('Fees')
  expect(speakIn('en', () => sayStored('What it says is no longer true.'))).toBe('What it says is no longer true.')
  expect(inMarathi('No SMS template is registered.')).toBe(`${inMarathi('No SMS template is registered')}.`)
  expect(inMarathi('No SMS template is registered')).toContain('SMS')
})

test('values stay where the language has them, and texts among them are said too', () => {
  const name = 'Asha (7-B) $&'
  const stored = msg`This installation cannot send by ${'e-mail'}`
  expect(inMarathi(stored)).toContain('ई-मेल')
  expect(inMarathi(msg`${name} has just sent exactly these messages.`)).toContain(name)
})

test('what no catalogue has stays', () => {
  for (const text of ['', 'Error 131026 of the provider: undeliverable', '.', '९']) expect(inMarathi(text)).toBe(text)
})
