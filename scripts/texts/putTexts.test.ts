import { expect, test } from 'vitest'
import { keyOf } from '#shared/texts.ts'
import { putTexts } from './putTexts.ts'

const put = (code: string, texts: Record<string, string> = {}) => putTexts(code, new Map(Object.entries(texts)))

test('a text without a translation stays English', () => {
  expect(put('f($text("Fees"))')).toBe('f("Fees")')
})

test('values stand where the translation has them', () => {
  expect(put('$text("{name} owes {0}",{name:a.b,0:show(c)})', { '{name} owes {0}': '{0} {name} यांचे बाकी' })).toBe(
    '`${show(c)} ${a.b} यांचे बाकी`',
  )
})

test('a value may be left out or be shown twice, and may have texts inside', () => {
  expect(put('$text("{0} of {1}",{0:a,1:$text("all")})', { '{0} of {1}': '{1}', all: 'सर्व' })).toBe('`${"सर्व"}`')
  expect(put('$text("{0} of {1}",{0:a,1:b})', { '{0} of {1}': '{0} {0}' })).toBe('`${a} ${a}`')
})

test('a plural has the forms of its language', () => {
  const text = '{0, plural, one {# fee} other {# fees}}'
  expect(put(`$text(\`${text}\`,{0:n},e.form)`, { [text]: '{0, plural, one {# शुल्क} other {# शुल्के}}' })).toBe(
    '`${e.form(n,$count=>({one:`${$count} शुल्क`,other:`${$count} शुल्के`}))}`',
  )
})

test('the properties of an element replace what is spread', () => {
  expect(put('h(T,{...$parts("<0>{a}</0> left",{a:x},{0:h("b")})})', { '<0>{a}</0> left': '{a} <0>बाकी</0>' })).toBe(
    'h(T,{message:[["a"]," <0>बाकी</0>"],values:{a:x},components:{0:h("b")}})',
  )
})

test('a context chooses among translations of one English text', () => {
  const key = keyOf('Open', 'a step')
  expect(put(`$text(${JSON.stringify(key)}),$text("Open")`, { [key]: 'बाकी', Open: 'उघडा' })).toBe('"बाकी","उघडा"')
})

test.each([
  ['$text("{0} left",{0:a})', { '{0} left': '{1} गेले' }, /has no value for \{1\}/],
  ['$text("{0} left",{0:a})', { '{0} left': '{0, plural, other {#}}' }, /has a plural, and the English text has none/],
  ['$text("Fees")', { Fees: 'A { alone' }, /is no message of ICU/],
])('%s with %j fails', (code, texts, reason) => {
  expect(() => put(code, texts)).toThrow(reason)
})
