import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asLine } from '#shared/inputs.ts'
import { channelProblem, kindSetting, notReady, registeredText } from './kinds.rules.ts'
import { messageKinds } from './messaging.rules.ts'
import { templateForm } from './messaging.schema.ts'
import { kindsOfMessages } from './texts.kinds.ts'
import { filled, namesOf, shortened, smsSegments, textProblem, variablesIn } from './texts.rules.ts'

describe('SMS segments', () => {
  test('are 160 and 153 places of GSM letters, 70 and 67 of any other script', () => {
    const cases: [string, number][] = [
      ['', 0],
      ['a', 1],
      ['a'.repeat(160), 1],
      ['a'.repeat(161), 2],
      ['a'.repeat(306), 2],
      ['a'.repeat(307), 3],
      // Two places each.
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      // A pair is not split: 152 places and one lost in the first.
      [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
      [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 2],
      ['₹', 1],
      [`₹${'a'.repeat(69)}`, 1],
      [`₹${'a'.repeat(70)}`, 2],
      ['न'.repeat(134), 2],
      ['न'.repeat(135), 3],
      ['😀'.repeat(35), 1],
      ['😀'.repeat(36), 2],
      ['😀'.repeat(67), 3],
    ]
    expect(cases.map(([text]) => smsSegments(text))).toEqual(cases.map(([, segments]) => segments))
  })

  test('hold everything, no more than needed, and never fewer for a longer text', () => {
    const letters = fc.array(fc.constantFrom('a', ' ', '€', '[', 'é', '₹', 'न', '😀'), { maxLength: 400 })
    fc.assert(
      fc.property(letters, letters, (one, more) => {
        const [text, longer] = [one.join(''), [...one, ...more].join('')]
        expect(smsSegments(longer)).toBeGreaterThanOrEqual(smsSegments(text))
        const plain = !/[₹न😀]/u.test(text)
        const places = [...text].reduce((sum, c) => sum + (plain ? ('€['.includes(c) ? 2 : 1) : c.length), 0)
        const [single, each] = plain ? [160, 153] : [70, 67]
        if (places <= single) expect(smsSegments(text)).toBe(places === 0 ? 0 : 1)
        else {
          // Of each at most one place is lost to a pair that is not split.
          expect(smsSegments(text)).toBeGreaterThanOrEqual(Math.ceil(places / each))
          expect(smsSegments(text)).toBeLessThanOrEqual(Math.ceil(places / (each - 1)))
        }
      }),
    )
  })
})

describe('texts', () => {
  test('are looked through in no time, however long and strange they are; one that is too long is looked at no further', () => {
    const [spaces, brackets] = [' '.repeat(100_000), '{{'.repeat(50_000)]
    const before = performance.now()
    for (const text of [
      `a{{${spaces}x`,
      `{{${spaces}}`,
      `{{text${spaces}}} {{${spaces}text}}`,
      brackets,
      `${brackets}}}`,
      `{{${'2'.repeat(100_000)}}}`,
    ]) {
      textProblem('NOTICE', 'SMS', text)
      filled('NOTICE', 'SMS', text, { text: `${spaces}x${spaces}` })
    }
    expect(performance.now() - before).toBeLessThan(2000)
    const form = {
      kind: 'NOTICE',
      name: '',
      channel: 'SMS',
      language: 'en',
      whatsappName: '',
      dltTemplateId: '',
      smsTemplateId: '',
    }
    const { error } = templateForm.safeParse({ ...form, price: 0, text: `{{wrong}}${'a'.repeat(1000)}` })
    expect(error?.issues.map(({ message }) => message)).toEqual(['At most 1000 characters'])
    expect(filled('NOTICE', 'EMAIL', 'To {{ student}}: {{text }}', { student: 'Asha', text: 'Hello' }).text).toBe(
      'To Asha: Hello',
    )
  })

  test('name what their kind knows; of a long value an SMS names the pieces in turn', () => {
    const problem = (text: string, channel: 'SMS' | 'WHATSAPP' = 'SMS') => textProblem('NOTICE', channel, text)
    expect(problem('Dear {{student}}, {{ text }}{{text2}}')).toBeNull()
    expect(problem('Dear {{pupil}}')).toBe('{{pupil}} is not known here. Use {{student}} {{section}} {{school}} {{day}} {{text}}')
    expect(problem('Dear {{text}')).toBe('A variable is written {{name}}, with two brackets on either side')
    expect(problem('{{text}}{{text3}}')).toBe('{{text3}} needs the piece before it in the text')
    expect(problem('{{text}}{{text2}}', 'WHATSAPP')).toBe('{{text2}} is for SMS, whose variables are short')
    for (const kind of messageKinds) expect([kind, textProblem(kind, 'SMS', kindsOfMessages[kind].text)]).toEqual([kind, null])
  })

  test('are filled with nothing left over, and lose nothing but the end of a name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        fc.constantFrom('SMS', 'WHATSAPP', 'EMAIL', 'APP'),
        (value, way) => {
          const said = filled('NOTICE', way, 'Hello ({{text}}{{text2}}{{text3}}{{text4}})!', { text: value })
          const line = asLine(value).replace(/\s+/g, ' ').trim() || (way === 'EMAIL' || way === 'APP' ? '' : '-')
          expect(said.problem).toBeNull()
          if (way === 'SMS' || [...line].length <= 30) expect(said.text).toBe(`Hello (${line})!`)
          if (way === 'SMS') for (const one of Object.values(said.params)) expect([...one].length).toBeLessThanOrEqual(30)
          expect(variablesIn(said.text)).toEqual(variablesIn(line))
        },
      ),
    )
  })

  test('say what an SMS has no room for, cut names, and have a dash for nothing', () => {
    const sms = (params: Record<string, string>) => filled('FEE_REMINDER', 'SMS', '{{student}} {{amount}} {{link}}', params)
    expect(sms({ student: 'Venkatanarasimharajuvaripeta Rao', amount: '1.00', link: 'https://s.in/1-a' })).toEqual({
      text: 'Venkatanarasimharajuvaripeta 1.00 https://s.in/1-a',
      params: { student: 'Venkatanarasimharajuvaripeta', amount: '1.00', link: 'https://s.in/1-a' },
      problem: null,
    })
    expect(sms({ student: 'Asha', amount: '1.00', link: 'x'.repeat(31) }).problem).toBe(
      'link has 31 characters; in SMS a variable has 30 at most',
    )
    expect(sms({ student: 'Asha', amount: '1.00' }).text).toBe('Asha 1.00 -')
    expect(filled('FEE_REMINDER', 'WHATSAPP', '{{link}}', { link: 'x'.repeat(99) })).toMatchObject({
      problem: null,
      text: 'x'.repeat(99),
    })
    expect(shortened('Asha Patil Rao', 12)).toBe('Asha Patil')
    expect(namesOf(['Asha Patil', 'Rohan Patil'])).toBe('Asha Patil, Rohan Patil')
    expect(namesOf(['Asha Bhaskar Patil', 'Rohan Bhaskar Patil', 'Om Patil'])).toBe('Asha Bhaskar Patil and 2 more')
  })

  test('of a template are checked with its form', () => {
    const form = {
      kind: 'NOTICE',
      name: 'Holiday',
      channel: 'SMS',
      language: 'en',
      whatsappName: '',
      dltTemplateId: '1107161234567890123',
      smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
    }
    const problems = (more: object) =>
      templateForm
        .safeParse({ ...form, text: 'Dear parent, {{text}}', price: 18, ...more })
        .error?.issues.map((issue) => issue.path.join('.')) ?? []
    expect(problems({})).toEqual([])
    expect(problems({ name: '' })).toEqual(['name'])
    expect(problems({ dltTemplateId: '' })).toEqual(['dltTemplateId'])
    for (const smsTemplateId of ['', '64f0', '64f0-c2a91b7e3d5f60a81c24', form.dltTemplateId])
      expect([smsTemplateId, problems({ smsTemplateId })]).toEqual([smsTemplateId, ['smsTemplateId']])
    expect(problems({ channel: 'WHATSAPP' })).toEqual(['whatsappName'])
    expect(problems({ whatsappName: 'Not Small' })).toEqual(['whatsappName'])
    expect(problems({ kind: 'CHAT' })).toContain('kind')
    expect(problems({ price: 1_000_001 })).toEqual(['price'])
    expect(problems({ text: '{{login}}' })).toEqual(['text'])
  })
})

describe('ways', () => {
  const school = {
    senderId: 'GRNVAL',
    whatsapp: true,
    smsDisabled: false,
    attNotification: true,
    onlyAbsent: false,
    feesModule: true,
    onlineFees: true,
    weeklySms: true,
    timetableSummary: true,
    attType: 'DAILY',
    discipline: true,
    chat: true,
  }
  const registered = [
    { kind: 'ABSENCE', name: '', channel: 'SMS', text: 'A', price: 18 },
    { kind: 'NOTICE', name: 'Holiday', channel: 'WHATSAPP', text: 'H', price: 12 },
  ]

  test('are the usual ones, or those that were chosen; receipts are asked for', () => {
    expect(kindSetting(school, 'ABSENCE', undefined)).toEqual({ enabled: true, channels: ['WHATSAPP', 'SMS'] })
    expect(kindSetting(school, 'RECEIPT', undefined)).toEqual({ enabled: false, channels: ['WHATSAPP', 'SMS', 'EMAIL'] })
    expect(kindSetting(school, 'ABSENCE', { enabled: false, channels: ['APP'] })).toEqual({ enabled: false, channels: ['APP'] })
  })

  test('are closed without a registered text, a sender or the school’s word, and it is said why', () => {
    const why = (kind: 'ABSENCE' | 'NOTICE', name: string, channel: 'SMS' | 'WHATSAPP' | 'APP', more = {}) =>
      channelProblem({ ...school, ...more }, registered, { kind, name, channel })
    expect(why('ABSENCE', '', 'SMS')).toBeNull()
    expect(why('ABSENCE', '', 'WHATSAPP')).toBe('No WhatsApp template is registered')
    expect(why('NOTICE', 'holiday', 'WHATSAPP')).toBeNull()
    expect(why('NOTICE', 'holiday', 'WHATSAPP', { whatsapp: false })).toBe('WhatsApp is switched off for this school')
    expect(why('ABSENCE', '', 'SMS', { senderId: '' })).toBe('The school has no sender ID for SMS')
    expect(why('ABSENCE', '', 'SMS', { smsDisabled: true })).toBe('SMS is switched off for this school')
    expect(why('ABSENCE', '', 'APP')).toBeNull()
    const ready = (kind: 'ABSENCE' | 'NOTICE' | 'TIMETABLE' | 'WEEKLY', more = {}) =>
      notReady({ ...school, ...more }, registered, kind, kindSetting({ ...school, ...more }, kind, undefined))
    expect(ready('ABSENCE')).toBeNull()
    expect(ready('NOTICE')).toBeNull()
    expect(ready('TIMETABLE')).toBe('Attendance is not taken by subject')
    expect(ready('WEEKLY')).toBe('No WhatsApp template is registered. No SMS template is registered')
    expect(ready('WEEKLY', { smsDisabled: true })).toBeNull()
    expect(ready('ABSENCE', { attNotification: false })).toBe('Attendance notifications are switched off')
  })

  test('of a pay link go by the fee reminder’s text until the school has registered one, and not without online fees', () => {
    const why = (channel: 'SMS' | 'WHATSAPP', texts: typeof registered, more = {}) =>
      channelProblem({ ...school, ...more }, texts, { kind: 'PAY_LINK', name: '', channel })
    const reminder = { kind: 'FEE_REMINDER', name: '', channel: 'SMS', text: 'Due {{link}}', price: 18 }
    const own = { kind: 'PAY_LINK', name: '', channel: 'SMS', text: 'Pay {{link}}', price: 20 }
    expect(why('SMS', registered)).toBe('No SMS template is registered')
    expect(why('SMS', [...registered, reminder])).toBeNull()
    expect(why('WHATSAPP', [...registered, reminder])).toBe('No WhatsApp template is registered')
    const text = (texts: typeof registered) => registeredText(texts, { kind: 'PAY_LINK', name: '', channel: 'SMS' }).text
    expect(text([reminder, own])).toBe('Pay {{link}}')
    expect(text([reminder])).toBe('Due {{link}}')
    // A pay link's text is nobody else's.
    expect(channelProblem(school, [own], { kind: 'FEE_REMINDER', name: '', channel: 'SMS' })).toBe(
      'No SMS template is registered',
    )
    const ready = (more: object) =>
      notReady({ ...school, ...more }, [own], 'PAY_LINK', kindSetting({ ...school, ...more }, 'PAY_LINK', undefined))
    expect(ready({})).toBeNull()
    expect(ready({ onlineFees: false })).toBe('Paying fees online is switched off')
    expect(ready({ feesModule: false })).toBe('Paying fees online is switched off')
  })

  test('that need no registered text say the product’s own, or what a notice has registered elsewhere', () => {
    const text = (kind: 'ABSENCE' | 'NOTICE', name: string, channel: 'APP' | 'WHATSAPP') =>
      registeredText(registered, { kind, name, channel }).text
    expect(text('NOTICE', 'Holiday', 'APP')).toBe('H')
    expect(text('ABSENCE', '', 'APP')).toBe(kindsOfMessages.ABSENCE.text)
  })
})
