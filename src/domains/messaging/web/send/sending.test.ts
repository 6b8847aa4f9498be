import { expect, test } from 'vitest'
import { formatProgress, isUnderWay, percentDone } from './batchProgress.ts'
import { loginChoices, noticeChoices } from './choices.ts'
import type { SendChoicesQuery } from './send.graphql.ts'
import { emptyForm, sendForm } from './sendForm.ts'

const template = (id: string, kind: string, name: string, channel: string, text: string, language = 'en') => ({
  __typename: 'MessageTemplate',
  id,
  kind,
  name,
  channel,
  text,
  language,
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

test('a notice is offered once, with the WhatsApp text if there is one, and needs a text if it contains {{text}}', () => {
  expect(noticeChoices(choices, 'en').map(({ label, text, asksText }) => [label, text, asksText])).toEqual([
    ['holiday', 'Closed: {{text}}', true],
    ['Open day', 'Please come', false],
  ])
})

test('a notice is written in the languages of its templates, the school’s first', () => {
  const more = {
    ...choices,
    messageTemplates: [
      ...choices.messageTemplates,
      template('5', 'NOTICE', 'Holiday', 'SMS', 'सुट्टी: {{text}}', 'mr'),
      template('6', 'NOTICE', 'Open day', 'SMS', 'जरूर या', 'mr'),
    ],
  } as SendChoicesQuery
  expect(noticeChoices(more, 'en').map(({ text, otherLanguages }) => [text, otherLanguages])).toEqual([
    ['Closed: {{text}}', ['mr']],
    ['Please come', []],
  ])
  expect(noticeChoices(more, 'mr').map(({ text, otherLanguages }) => [text, otherLanguages])).toEqual([
    ['सुट्टी: {{text}}', ['en']],
    ['जरूर या', []],
  ])
})

test('there are two login messages, with the registered or else the default text', () => {
  expect(loginChoices(choices, 'en').map(({ kind, text, notReady }) => [kind, text, notReady])).toEqual([
    ['LOGIN_DETAILS', 'by SMS', null],
    ['LOGIN_REMINDER', 'usual', 'No WhatsApp template is registered'],
  ])
})

test('missing values are reported at their fields', () => {
  const missing = (form: Partial<typeof emptyForm>) =>
    sendForm.safeParse({ ...emptyForm, ...form }).error?.issues.map(({ path }) => path[0]) ?? []
  expect(missing({})).toEqual(['what'])
  expect(missing({ what: '3', asksText: true })).toEqual(['text'])
  expect(missing({ what: '3', audience: '1' })).toEqual(['sectionIds'])
  expect(missing({ what: '3', audience: '2' })).toEqual(['students'])
  expect(missing({ what: '3', audience: '2', students: [{ id: '1', label: 'Asha' }] })).toEqual([])
})

test('a batch is under way while messages are queued, and its progress lists the outcomes', () => {
  const batchOf = (counts: Record<string, number>) => ({
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts: Object.entries(counts).map(([state, count]) => ({ state: state as 'SENT', count })),
  })
  const running = batchOf({ QUEUED: 20, SENDING: 5, SENT: 50, DELIVERED: 10, READ: 10, FAILED: 4, UNKNOWN: 1 })
  expect([isUnderWay(running), formatProgress(running), percentDone(running)]).toEqual([
    true,
    '70 of 100 sent, 4 failed, 1 unknown',
    75,
  ])
  const finished = batchOf({ READ: 1200, CANCELLED: 1 })
  expect([isUnderWay(finished), formatProgress(finished), percentDone(finished)]).toEqual([
    false,
    '1,200 of 1,201 sent, 1 cancelled',
    100,
  ])
})
