import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, test } from 'vitest'
import { htmlDocument } from '#platform/pdf/document.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import { languages } from '#shared/languages.ts'
import { qrPath } from '#shared/qrCode.ts'
import { languagesOf, receiptLanguageChoices } from '#shared/receiptLanguages.ts'
import { pdfText } from '#tests/pdfText.ts'
import { exampleCard, exampleHolistic } from '#tests/reportCards.ts'
import { readyScheme, readySchemes } from './readySchemes.ts'
import { studentResult } from './results.rules.ts'
import { reportCardCss, reportCardPage } from './reportCardCss.ts'
import { reportCardLabels } from './reportCardLabels.ts'
import { reportCardOf } from './reportCard.rules.ts'
import { type ReportCard, reportCard } from './reportCard.schema.ts'
import { type ReportCardPaper, reportCardSheet } from './reportCardSheet.ts'
import { schemeWord } from './schemeWords.ts'

const renderer = pdfRenderer({ pdfServiceUrl: undefined })
afterAll(() => renderer.stop())

function html(card: ReportCard, more: Partial<ReportCardPaper> = {}): string {
  const sheet = reportCardSheet({
    card,
    languages: 'EN',
    logoUrl: null,
    photoUrl: null,
    signatureUrl: null,
    qr: qrPath('https://shala.example/card/1-x'),
    stamp: null,
    ...more,
  })
  return renderToStaticMarkup(createElement('main', null, sheet))
}

/** Returns the texts between the tags. */
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '\u0001').replaceAll('&#x27;', "'")

describe('each ready scheme in each choice of languages', () => {
  const cases = readySchemes.flatMap((name) => receiptLanguageChoices.map((choice) => [name, choice] as const))
  test.each(cases)('%s in %s', (name, choice) => {
    const card = reportCardOf(exampleCard(name, 1))
    const text = textOf(html(card, { languages: choice }))
    for (const language of languagesOf(choice)) {
      const labels = reportCardLabels[language]
      expect(text).toContain(labels.titles[card.format.title])
      expect(text).toContain(labels.signatures.PARENT)
      // Levels alone have a column for each part.
      const { components, part } = [...card.scholastic, ...card.coScholastic][0]!.columns[0]!
      expect(text).toContain(schemeWord(components[0] ?? part!, language))
    }
    for (const { rows } of [...card.scholastic, ...card.coScholastic])
      for (const { subject } of rows) expect(text).toContain(subject)
    expect(text).not.toMatch(/undefined|\[object|NaN|null/)
  })
})

test('the words of the ready schemes are known in all languages', () => {
  for (const name of readySchemes) {
    const { name: schemeName, parts, patterns, scales, holistic } = readyScheme(name)
    const words = [
      schemeName,
      ...parts.map((part) => part.name),
      ...patterns.flatMap((pattern) => [pattern.name, ...pattern.components.map((component) => component.name)]),
      ...scales.flatMap((scale) => [scale.name, ...scale.grades.flatMap(({ grade, meaning }) => [grade, meaning])]),
      ...(holistic?.areas ?? []).flatMap((area) => [area.name, ...area.statements.map(({ text }) => text)]),
    ]
    // Grades such as A1 and A* are the same in all languages.
    for (const word of words.filter((each) => each.length > 2))
      for (const language of languages.filter((each) => each !== 'en'))
        expect(schemeWord(word, language), `${word} in ${language}`).not.toBe(word)
  }
})

test('a word of the school, also one of the prototype, is printed as it is', () => {
  for (const word of ['Prelim', 'constructor', '__proto__', ''])
    for (const language of languages) expect(schemeWord(word, language)).toBe(word)
})

test('on a screen each cell names its column and each part begins with its name; on paper none does', () => {
  const card = reportCardOf(exampleCard('cbse-6-8', 1))
  const screen = html(card, { languages: 'MR', onScreen: true })
  for (const text of ['data-head="सहामाही परीक्षा (80)"', 'data-head="श्रेणी"', 'rc-part">सत्र 1<', 'rc-part">सत्र 2<'])
    expect(screen).toContain(text)
  // Grades of parts are named by their part alone.
  expect(screen).toContain('data-head="सत्र 2"')
  expect(html(card)).not.toMatch(/data-head|rc-part|rc-screen/)
  // What is printed is the same.
  const parts = new RegExp(`सत्र [12]|${reportCardLabels.mr.year}`, 'g')
  const texts = (markup: string) => textOf(markup).replaceAll('\u0001', '').replaceAll(parts, '')
  expect(texts(screen)).toBe(texts(html(card, { languages: 'MR' })))
})

describe('what a card says of its student', () => {
  test('a failed subject, what was needed, and the outcome', () => {
    const low = (subject: number) => (subject === 2 ? 24 : 60)
    const text = textOf(html(reportCardOf(exampleCard('cbse-9-10', 1, { share: low }))))
    expect(text).toContain('Eligible for compartment')
    expect(text).toMatch(/Not passed in: Mathematics: 2\d of 100, 33 needed/)
    expect(text).toContain('Total of the best 5 subjects')
  })

  test('a subject of a second examination has a sign, explained with both marks, and the outcome says so', () => {
    const low = (subject: number) => (subject === 2 ? 24 : 60)
    const source = exampleCard('cbse-9-10', 5, { share: low })
    const { scheme, subjects, scores, className } = source
    const reexamined = [{ subject: 'Mathematics', score: 4100 }]
    const card = reportCardOf({ ...source, result: studentResult(scheme, subjects, { className, reexamined, scores }) })
    expect(textOf(html(card))).toMatch(/Mathematics[\u0001]+ †/)
    expect(textOf(html(card))).toContain('† On re-examination: Mathematics 41 of 100 (before: 23)')
    const [english, hindi, marathi] = (['EN', 'HI', 'MR'] as const).map((languages) => textOf(html(card, { languages })))
    expect(english).toContain('Passed and promoted to class 10, on re-examination')
    expect(hindi).toContain('पुनर्परीक्षा में उत्तीर्ण; कक्षा 10 में प्रवेश')
    expect(marathi).toContain('पुनर्परीक्षेत उत्तीर्ण; इयत्ता 10 मध्ये प्रवेश')
    expect(textOf(html(reportCardOf(source)))).not.toContain('†')
  })

  test('the card of a part has neither another part nor an outcome', () => {
    const text = textOf(html(reportCardOf(exampleCard('cbse-6-8', 1, { part: 'Term 1' }))))
    expect(text).toContain('Half-yearly examination')
    expect(text).not.toMatch(/Term 2|Yearly|Whole year|Promoted|Result/)
  })

  test('a remark is in the language of the paper, else in one that it has', () => {
    const remarks = [{ kind: 'GENERAL' as const, texts: { en: 'Reads well.', mr: 'छान वाचते.' } }]
    const card = reportCardOf(exampleCard('cbse-6-8', 1, { remarks }))
    expect(textOf(html(card, { languages: 'MR' }))).not.toContain('Reads well.')
    expect(textOf(html(card, { languages: 'MR_EN' }))).toContain('छान वाचते. / Reads well.')
    expect(textOf(html(card, { languages: 'HI' }))).toContain('Reads well.')
  })

  test('a withdrawn card says so, across and in words', () => {
    const text = textOf(html(reportCardOf(exampleCard('cbse-6-8', 1)), { stamp: 'WITHDRAWN', languages: 'MR_EN' }))
    expect(text).toContain('मागे घेतले')
    expect(text).toContain('this card is not valid any more')
  })

  test('the holistic card has each voice, in words too', () => {
    const card = reportCardOf(exampleCard('cbse-1-2', 1, { holistic: exampleHolistic('cbse-1-2') }))
    const text = textOf(html(card, { languages: 'HI' }))
    for (const words of ['शिक्षक', 'मैं स्वयं', 'सहपाठी', 'परिवार', 'She helps us when we fall.', 'दक्ष']) expect(text).toContain(words)
    expect(card.total).toBeNull()
  })

  test('the head of the holistic table, which stands on every page, says whose card it is; on a screen it need not', () => {
    const card = reportCardOf(exampleCard('cbse-3-5', 1, { holistic: exampleHolistic('cbse-3-5') }))
    const headOf = (paper: string) =>
      textOf(/rc-holistic.*?<thead>(.*?)<\/thead>/.exec(paper)?.[1] ?? '').replaceAll('\u0001', '')
    expect(headOf(html(card))).toContain(`${card.student.name}, ${card.sectionName}`)
    expect(headOf(html(card, { onScreen: true }))).not.toContain(card.student.name)
  })
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</bdi></td></table><iframe src="file:///etc/passwd">',
  '<style>@import url(http://169.254.169.254/)</style>',
  '<meta http-equiv=refresh content="0;url=http://evil.example">',
  '"><b onmouseover=alert(1)>',
  "' style='background:url(http://evil.example)'",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<!-- --!><script>',
]

/** Puts a text in the place of each text of a card that is neither a day nor one of a closed list. */
function withEvery<Value>(value: Value, text: string, key = ''): Value {
  const closed = [
    'kind',
    'title',
    'outcome',
    'by',
    'voice',
    'birthdate',
    'publishedOn',
    'facts',
    'signatures',
    'photoFile',
    'signatureFile',
  ]
  if (closed.includes(key)) return value
  if (typeof value === 'string') return text as Value
  if (Array.isArray(value)) return value.map((each) => withEvery(each, text, key)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withEvery(each, text, name)])) as Value
}

const full = () =>
  reportCardOf({
    ...exampleCard('cbse-1-2', 1, { holistic: exampleHolistic('cbse-1-2') }),
    remarks: [{ kind: 'PROGRESS', texts: { en: 'x' } }],
    rank: { rank: 1, of: 2 },
  })

describe('a hostile text is printed as what it is', () => {
  test.each(hostile)('%j', (text) => {
    for (const card of [withEvery(full(), text), withEvery(reportCardOf(exampleCard('maharashtra-9-10', 1)), text)]) {
      const markup = html(reportCard.parse(card))
      const allowed =
        /^<\/?(main|article|header|section|footer|div|span|p|h[123]|b|small|bdi|dl|dt|dd|ul|li|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|wbr|svg|path)[\s>/]/
      for (const tag of markup.match(/<[^>]*>/g) ?? []) {
        expect(tag).toMatch(allowed)
        expect(tag).not.toMatch(/\s(on\w+|style|src|href)=/i)
      }
      expect(markup).not.toContain(text)
    }
  })
})

describe('on paper', () => {
  const longName = 'Venkatanarasimharajuvaripeta Balasubrahmanyam Chandrashekharan '.repeat(2).trim()
  async function pdf(cards: readonly ReportCard[], languages: ReportCardPaper['languages']) {
    const body = cards.map((card) => html(card, { languages }).replace(/<\/?main>/g, '')).join('')
    return pdfText(await renderer.render(htmlDocument({ title: 'Cards', page: reportCardPage, css: reportCardCss, body })))
  }

  test('the card of each ready scheme is one page, in two languages too, and each begins on its own', async () => {
    const cards = readySchemes.map((name) => reportCardOf(exampleCard(name, 1)))
    const { pages, texts } = await pdf(cards, 'MR_EN')
    expect(pages).toHaveLength(cards.length)
    expect(pages[0]).toEqual({ width: 595, height: 842 })
    for (const text of texts) expect(text).toContain('Asha Rajendra Patil')
  })

  test.each(['EN', 'HI', 'MR'] as const)('a full holistic card of classes 1 and 2 is one page in %s', async (languages) => {
    const { pages } = await pdf([full()], languages)
    expect(pages).toHaveLength(1)
  })

  test('a number of the school stands in one line with its name', () => {
    const markup = html(reportCardOf(exampleCard('maharashtra-1-8', 1)), { languages: 'MR' })
    expect(markup).toContain('<span class="rc-whole">यू-डायस: 27250100101</span>')
  })

  test('long names are printed whole', async () => {
    const source = exampleCard('cbse-6-8', 1)
    const subjects = source.subjects.map((subject) => ({ ...subject, name: `${subject.name} ${'x'.repeat(60)}` }))
    const rename = (name: string) => `${name} ${'x'.repeat(60)}`
    const card = reportCardOf({
      ...source,
      student: { ...source.student, name: longName, motherName: longName },
      school: { ...source.school, name: longName },
      subjects,
      scores: source.scores.map((score) => ({ ...score, subject: rename(score.subject) })),
      result: {
        ...source.result,
        subjects: source.result.subjects.map((each) => ({ ...each, subject: rename(each.subject) })),
      },
    })
    const { text, pages } = await pdf([card], 'EN')
    expect(text.replace(/\s/g, '').split(longName.replace(/\s/g, ''))).toHaveLength(4)
    expect(text.replace(/\s/g, '')).toContain(`SocialScience${'x'.repeat(60)}`)
    expect(pages.length).toBeLessThanOrEqual(2)
  })
})
