import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine } from '#shared/inputs.ts'
import { type Language, languages } from '#shared/languages.ts'
import { channelProblem, kindSetting, notReadyReason, registeredText } from './kinds.rules.ts'
import { messageKinds } from './messaging.rules.ts'
import { templateForm } from './messaging.schema.ts'
import { ownTexts } from './ownTexts.ts'
import { renderText, joinNames, shortenName, smsSegments, textProblem, variablesIn } from './texts.rules.ts'

describe('SMS segments', () => {
  test('hold 160 or 153 septets of GSM text, or 70 or 67 code units of any other script', () => {
    const cases: [string, number][] = [
      ['', 0],
      ['a', 1],
      ['a'.repeat(160), 1],
      ['a'.repeat(161), 2],
      ['a'.repeat(306), 2],
      ['a'.repeat(307), 3],
      // Two septets each.
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      // An escaped character is not split: the first segment holds 152 septets and wastes one.
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

  test('are as many as needed, and never fewer for a longer text', () => {
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
          // Each segment wastes at most one septet or code unit on a character that is not split.
          expect(smsSegments(text)).toBeGreaterThanOrEqual(Math.ceil(places / each))
          expect(smsSegments(text)).toBeLessThanOrEqual(Math.ceil(places / (each - 1)))
        }
      }),
    )
  })
})

describe('texts', () => {
  test('are checked, however long and strange; a text that is too long gets no further check', () => {
    // An expression that tries each start with each end would be busy for hours (bench/parsing.ts).
    const [spaces, brackets] = [' '.repeat(100_000), '{{'.repeat(50_000)]
    for (const text of [
      `a{{${spaces}x`,
      `{{${spaces}}`,
      `{{text${spaces}}} {{${spaces}text}}`,
      brackets,
      `${brackets}}}`,
      `{{${'2'.repeat(100_000)}}}`,
    ]) {
      textProblem('NOTICE', 'SMS', text)
      renderText('NOTICE', 'SMS', text, { text: `${spaces}x${spaces}` })
    }
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
    expect(renderText('NOTICE', 'EMAIL', 'To {{ student}}: {{text }}', { student: 'Asha', text: 'Hello' }).text).toBe(
      'To Asha: Hello',
    )
  })

  test('use only the variables of their kind; pieces are named in order and for SMS only', () => {
    const problem = (text: string, channel: 'SMS' | 'WHATSAPP' = 'SMS') => textProblem('NOTICE', channel, text)
    expect(problem('Dear {{student}}, {{ text }}{{text2}}')).toBeNull()
    expect(problem('Dear {{pupil}}')).toBe(
      '{{pupil}} is not a variable of this kind. Use {{student}} {{section}} {{school}} {{day}} {{text}}',
    )
    expect(problem('Dear {{text}')).toBe('A variable is written {{name}}, with two brackets on either side')
    expect(problem('{{text}}{{text3}}')).toBe('{{text3}} needs the piece before it in the text')
    expect(problem('{{text}}{{text2}}', 'WHATSAPP')).toBe(
      '{{text2}} is for SMS only, where a variable is limited to 30 characters',
    )
    for (const language of languages)
      for (const kind of messageKinds)
        expect([language, kind, textProblem(kind, 'SMS', ownTexts[language][kind].text)]).toEqual([language, kind, null])
  })

  test('keep every value whole when rendered, except the end of a name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        fc.constantFrom('SMS', 'WHATSAPP', 'EMAIL', 'APP'),
        (value, way) => {
          const rendered = renderText('NOTICE', way, 'Hello ({{text}}{{text2}}{{text3}}{{text4}})!', { text: value })
          const line = cleanLine(value).replace(/\s+/g, ' ').trim() || (way === 'EMAIL' || way === 'APP' ? '' : '-')
          expect(rendered.problem).toBeNull()
          if (way === 'SMS' || [...line].length <= 30) expect(rendered.text).toBe(`Hello (${line})!`)
          if (way === 'SMS') for (const value of Object.values(rendered.params)) expect([...value].length).toBeLessThanOrEqual(30)
          expect(variablesIn(rendered.text)).toEqual(variablesIn(line))
        },
      ),
    )
  })

  test('report a value too long for SMS, shorten names, and show a dash for an empty value', () => {
    const sms = (params: Record<string, string>) => renderText('FEE_REMINDER', 'SMS', '{{student}} {{amount}} {{link}}', params)
    expect(sms({ student: 'Venkatanarasimharajuvaripeta Rao', amount: '1.00', link: 'https://s.in/1-a' })).toEqual({
      text: 'Venkatanarasimharajuvaripeta 1.00 https://s.in/1-a',
      params: { student: 'Venkatanarasimharajuvaripeta', amount: '1.00', link: 'https://s.in/1-a' },
      problem: null,
    })
    expect(sms({ student: 'Asha', amount: '1.00', link: 'x'.repeat(31) }).problem).toBe(
      'link has 31 characters; in SMS a variable has 30 at most',
    )
    expect(sms({ student: 'Asha', amount: '1.00' }).text).toBe('Asha 1.00 -')
    expect(renderText('FEE_REMINDER', 'WHATSAPP', '{{link}}', { link: 'x'.repeat(99) })).toMatchObject({
      problem: null,
      text: 'x'.repeat(99),
    })
    expect(shortenName('Asha Patil Rao', 12)).toBe('Asha Patil')
    expect(joinNames(['Asha Patil', 'Rohan Patil'])).toBe('Asha Patil, Rohan Patil')
    expect(joinNames(['Asha Bhaskar Patil', 'Rohan Bhaskar Patil', 'Om Patil'])).toBe('Asha Bhaskar Patil and 2 more')
  })

  test('of a template are validated by its form', () => {
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

describe('channels', () => {
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
    exams: true,
  }
  const registered = [
    { kind: 'ABSENCE', name: '', channel: 'SMS', text: 'A', price: 18, language: 'en' },
    { kind: 'NOTICE', name: 'Holiday', channel: 'WHATSAPP', text: 'H', price: 12, language: 'en' },
  ]

  test('are the default or the chosen ones; receipts are off by default', () => {
    expect(kindSetting(school, 'ABSENCE', undefined)).toEqual({ enabled: true, channels: ['WHATSAPP', 'SMS'] })
    expect(kindSetting(school, 'RECEIPT', undefined)).toEqual({ enabled: false, channels: ['WHATSAPP', 'SMS', 'EMAIL'] })
    expect(kindSetting(school, 'ABSENCE', { enabled: false, channels: ['APP'] })).toEqual({ enabled: false, channels: ['APP'] })
  })

  test('are closed, with the reason, without a template, a sender ID or the setting', () => {
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
      notReadyReason({ ...school, ...more }, registered, kind, kindSetting({ ...school, ...more }, kind, undefined))
    expect(ready('ABSENCE')).toBeNull()
    expect(ready('NOTICE')).toBeNull()
    expect(ready('TIMETABLE')).toBe('Attendance is not taken by subject')
    expect(ready('WEEKLY')).toBe('No WhatsApp template is registered. No SMS template is registered')
    expect(ready('WEEKLY', { smsDisabled: true })).toBeNull()
    expect(ready('ABSENCE', { attNotification: false })).toBe('Attendance notifications are switched off')
  })

  test('of a pay link use the fee reminder’s template until it has its own, and need online fees', () => {
    const why = (channel: 'SMS' | 'WHATSAPP', texts: typeof registered, more = {}) =>
      channelProblem({ ...school, ...more }, texts, { kind: 'PAY_LINK', name: '', channel })
    const reminder = { kind: 'FEE_REMINDER', name: '', channel: 'SMS', text: 'Due {{link}}', price: 18, language: 'en' }
    const own = { kind: 'PAY_LINK', name: '', channel: 'SMS', text: 'Pay {{link}}', price: 20, language: 'en' }
    expect(why('SMS', registered)).toBe('No SMS template is registered')
    expect(why('SMS', [...registered, reminder])).toBeNull()
    expect(why('WHATSAPP', [...registered, reminder])).toBe('No WhatsApp template is registered')
    const text = (texts: typeof registered) => registeredText(texts, { kind: 'PAY_LINK', name: '', channel: 'SMS' }, ['en']).text
    expect(text([reminder, own])).toBe('Pay {{link}}')
    expect(text([reminder])).toBe('Due {{link}}')
    // No other kind uses the pay link's template.
    expect(channelProblem(school, [own], { kind: 'FEE_REMINDER', name: '', channel: 'SMS' })).toBe(
      'No SMS template is registered',
    )
    const ready = (more: object) =>
      notReadyReason({ ...school, ...more }, [own], 'PAY_LINK', kindSetting({ ...school, ...more }, 'PAY_LINK', undefined))
    expect(ready({})).toBeNull()
    expect(ready({ onlineFees: false })).toBe('Paying fees online is switched off')
    expect(ready({ feesModule: false })).toBe('Paying fees online is switched off')
  })

  test('without templates use the product’s own text, or a notice’s template of another channel', () => {
    const text = (kind: 'ABSENCE' | 'NOTICE', name: string, channel: 'APP' | 'WHATSAPP') =>
      registeredText(registered, { kind, name, channel }, ['en']).text
    expect(text('NOTICE', 'Holiday', 'APP')).toBe('H')
    expect(text('ABSENCE', '', 'APP')).toBe(ownTexts.en.ABSENCE.text)
  })

  test('are in the first language that has a text', () => {
    const inLanguage = (language: string) => ({ kind: 'ABSENCE', name: '', channel: 'SMS', text: language, price: 18, language })
    const chosen = (registered: readonly string[], wanted: readonly Language[], channel: 'SMS' | 'APP' = 'SMS') => {
      const { text, language } = registeredText(registered.map(inLanguage), { kind: 'ABSENCE', name: '', channel }, wanted)
      return [text, language]
    }
    expect(chosen(['en', 'mr'], ['mr', 'en'])).toEqual(['mr', 'mr'])
    expect(chosen(['en', 'mr'], ['hi', 'mr'])).toEqual(['mr', 'mr'])
    expect(chosen(['en_US', 'mr'], ['hi', 'en'])).toEqual(['en_US', 'en'])
    // No text in either: it goes all the same.
    expect(chosen(['mr'], ['hi', 'en'])).toEqual(['mr', 'mr'])
    // A language that the product does not speak counts as English: its values are said in that.
    expect(chosen(['gu'], ['hi'])).toEqual(['gu', 'en'])
    expect(chosen(['en'], ['hi', 'en'], 'APP')).toEqual([ownTexts.hi.ABSENCE.text, 'hi'])
  })
})
