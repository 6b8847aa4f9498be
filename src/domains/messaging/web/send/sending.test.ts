import { expect, test } from 'vitest'
import { goneWords, isUnderWay, share } from './batchWords.ts'
import { loginChoices, noticeChoices } from './choices.ts'
import type { SendChoicesQuery } from './send.graphql.ts'
import { emptyForm, sendForm } from './sendForm.ts'

const template = (id: string, kind: string, name: string, channel: string, text: string) => ({
  __typename: 'MessageTemplate',
  id,
  kind,
  name,
  channel,
  text,
})
const choices = {
  messageKinds: [
    { kind: 'LOGIN_DETAILS', text: 'usual', notReadyReason: null },
    { kind: 'LOGIN_REMINDER', text: 'usual', notReadyReason: 'No WhatsApp template is registered' },
    { kind: 'NOTICE', text: 'usual', notReadyReason: null },
  ],
  messageTemplates: [
    template('1', 'LOGIN_DETAILS', '', 'SMS', 'by SMS'),
    template('2', 'NOTICE', 'Holiday', 'SMS', '{{text}}{{text2}}'),
    template('3', 'NOTICE', 'holiday', 'WHATSAPP', 'Closed: {{text}}'),
    template('4', 'NOTICE', 'Open day', 'SMS', 'Please come'),
  ],
} as unknown as SendChoicesQuery

test('a notice is offered once, with the text that most get, and asks for a text where it has a place for one', () => {
  expect(noticeChoices(choices).map(({ label, text, asksText }) => [label, text, asksText])).toEqual([
    ['holiday', 'Closed: {{text}}', true],
    ['Open day', 'Please come', false],
  ])
})

test('login details are two templates: as registered, else as usual', () => {
  expect(loginChoices(choices).map(({ kind, text, notReady }) => [kind, text, notReady])).toEqual([
    ['LOGIN_DETAILS', 'by SMS', null],
    ['LOGIN_REMINDER', 'usual', 'No WhatsApp template is registered'],
  ])
})

test('what is missing stands at its field', () => {
  const missing = (form: Partial<typeof emptyForm>) =>
    sendForm.safeParse({ ...emptyForm, ...form }).error?.issues.map(({ path }) => path[0]) ?? []
  expect(missing({})).toEqual(['what'])
  expect(missing({ what: '3', asksText: true })).toEqual(['text'])
  expect(missing({ what: '3', audience: '1' })).toEqual(['sectionIds'])
  expect(missing({ what: '3', audience: '2' })).toEqual(['students'])
  expect(missing({ what: '3', audience: '2', students: [{ id: '1', label: 'Asha' }] })).toEqual([])
})

test('a batch is under way as long as something waits, and says what became of the rest', () => {
  const of = (counts: Record<string, number>) => ({
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts: Object.entries(counts).map(([state, count]) => ({ state: state as 'SENT', count })),
  })
  const going = of({ QUEUED: 20, SENDING: 5, SENT: 50, DELIVERED: 10, READ: 10, FAILED: 4, UNKNOWN: 1 })
  expect([isUnderWay(going), goneWords(going), share(going)]).toEqual([true, '70 of 100 sent, 4 failed, 1 unknown', 75])
  const gone = of({ READ: 1200, CANCELLED: 1 })
  expect([isUnderWay(gone), goneWords(gone), share(gone)]).toEqual([false, '1,200 of 1,201 sent, 1 cancelled', 100])
})
