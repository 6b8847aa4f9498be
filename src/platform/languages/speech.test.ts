import fc from 'fast-check'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { beforeAll, expect, test } from 'vitest'
import { keyOfTemplate, plural, t } from '#shared/texts.ts'
import { keyOfMessage, loadLanguages, speakIn, spokenLanguage } from './speech.ts'

beforeAll(loadLanguages)

const fees = (count: number) => t`${plural(count, { one: '# fee selected', other: '# fees selected' })}`

test('a text is said in the language of whom the running code speaks to, across what it waits for', async () => {
  expect(t`Fees`).toBe('Fees')
  const said = await Promise.all(
    (['mr', 'hi', 'en'] as const).map((language) =>
      speakIn(language, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        return [spokenLanguage(), t`Dashboard`, fees(1), fees(1200)]
      }),
    ),
  )
  expect(said).toEqual([
    ['mr', 'डॅशबोर्ड', '1 शुल्क निवडले', '1,200 शुल्के निवडली'],
    ['hi', 'डैशबोर्ड', '1 शुल्क चुना', '1,200 शुल्क चुने'],
    ['en', 'Dashboard', '1 fee selected', '1,200 fees selected'],
  ])
})

test('values stand where the language has them', () => {
  const account = (name: string) => t`Account of ${name}`
  expect(speakIn('mr', () => account('Asha {0} # <b>'))).toBe('Asha {0} # <b> यांचे खाते')
  expect(account('Asha')).toBe('Account of Asha')
})

test('a text that is not translated is said in English', () => {
  expect(speakIn('hi', () => t`Nobody has translated ${'this'} yet`)).toBe('Nobody has translated this yet')
})

test('a text with a context is another one than its words alone', () => {
  expect(speakIn('hi', () => [t`Done`, t({ message: 'Done', context: 'a state' })])).toEqual(['हो गया', 'पूरा'])
  expect(t({ message: 'Done', context: 'a state' })).toBe('Done')
})

test('the key of a text in code is that of its message in a catalogue', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', '.', 'é', '₹') })
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.boolean(), (strings, hasPlural) => {
      const forms = { one: '# fee', other: '# fees' }
      const value = (place: number) => (hasPlural && place === 0 ? plural(2, forms) : 'x')
      const inMessage = (place: number) => (hasPlural && place === 0 ? `{v0, plural, one {# fee} other {# fees}}` : `{v${place}}`)
      const message = strings.reduce((whole, part, place) => whole + inMessage(place - 1) + part)
      const values = strings.slice(1).map((_, place) => value(place))
      expect(keyOfMessage(compileMessageOrThrow(message)).key).toBe(keyOfTemplate(strings, values))
    }),
  )
})
