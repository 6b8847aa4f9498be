/**
 * `node tests/browser/paperPictures.ts FOLDER`: draws papers in all their languages as pictures to look at: receipts,
 * Maharashtra's leaving certificates, a report, ID cards, and names in the scripts of India.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { createElement, Fragment, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { certificateCss, certificateSheet } from '#domains/certificates/certificateSheet.ts'
import { readyFormats } from '#domains/certificates/formats/readyFormats.ts'
import { receiptCss, receiptSheet } from '#domains/fees/receiptSheet.ts'
import { cardCss } from '#domains/idcards/cardCss.ts'
import type { CardLook, CardPerson, CardSchool } from '#domains/idcards/cardFields.ts'
import { cardBack, cardFront } from '#domains/idcards/cardSheet.ts'
import { reportCss, renderReport } from '#domains/reports/report.layout.ts'
import { reportTypes } from '#domains/reports/reportTypes.ts'
import { buildCondensed } from '#domains/reports/server/condensed.ts'
import { unpackChromium } from '#platform/chromium.ts'
import { loadLanguages, speakIn } from '#platform/languages/speech.ts'
import { htmlDocument } from '#platform/pdf/document.ts'
import type { School } from '#platform/school.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { monthName } from '#shared/dates.ts'
import { dayInWords } from '#shared/dayInWords.ts'
import { languages } from '#shared/languages.ts'
import { languagesOf, receiptLanguageChoices, type ReceiptLanguages } from '#shared/receiptLanguages.ts'

/** Names with conjuncts, signs on all sides and joiners. */
const names = [
  'ત્ર્યંબક કૃષ્ણકાંત શ્રીવાસ્તવ',
  'ਗੁਰਪ੍ਰੀਤ ਕੌਰ ਸਿੱਧੂ',
  'শ্রীকৃষ্ণ চট্টোপাধ্যায় জ্যোতির্ময়ী',
  'கிருஷ்ணமூர்த்தி ஸ்ரீதேவி',
  'వెంకటేశ్వర్లు శ్రీలక్ష్మి కృష్ణమూర్తి',
  'ಲಕ್ಷ್ಮೀನಾರಾಯಣ ಕೃಷ್ಣಮೂರ್ತಿ ಅರ್‍ಯ',
  'ज्ञानेश्वरी श्रीकृष्ण त्र्यंबकराव देशमुख',
]
const [gujarati = ''] = names

function receipt(choice: ReceiptLanguages, more: Partial<Parameters<typeof receiptSheet>[0]> = {}): ReactElement {
  const amount = 1_234_550
  return receiptSheet({
    lateFee: 0,
    id: '1',
    receiptNumber: 'GV/2026-27/1234',
    school: { name: 'गुरुकुल विद्यालय, कोथरूड', description: '12, Karve Road, Pune 411038\nUDISE 27250100101', logoUrl: null },
    termName: '2026-27',
    collectedOn: '2026-11-20',
    createdAt: '2026-11-21T15:35:00Z',
    createdByName: 'Meena Joshi',
    studentName: 'Venkatanarasimharajuvaripeta Lakshminarayanan',
    sectionName: '7-B',
    roll: '12',
    registerNo: 'G0412',
    lines: [
      { id: '1', feeName: 'Tuition', month: 'APR', amount: 900_000, earlierTerm: '2025-26' },
      { id: '2', feeName: 'Tuition', month: 'SEP', amount: 300_000, earlierTerm: null },
      { id: '3', feeName: 'ग्रंथालय शुल्क', month: null, amount: 34_550, earlierTerm: null },
    ],
    amount,
    languages: choice,
    amountInWords: languagesOf(choice)
      .map((language) => amountInWords(amount, language))
      .join('\n'),
    mode: 'CHEQUE',
    chequeNo: '004512',
    txnId: '',
    transferKind: null,
    cardLast4: null,
    bankName: 'Bank of Maharashtra',
    instrumentOn: '2026-11-18',
    onlineRef: null,
    state: 'CLEARING',
    settledOn: null,
    insteadOf: null,
    deleted: null,
    balance: { pending: 120_000, concessions: [], at: '2026-11-21T06:30:00Z' },
    duplicate: true,
    ...more,
  })
}

const values: Readonly<Record<string, string>> = {
  schoolName: 'गुरुकुल विद्यालय, कोथरूड',
  schoolVillage: 'पुणे',
  schoolTaluka: 'हवेली',
  schoolDist: 'पुणे',
  schoolPhone: '9822041001',
  schoolEmail: 'office@gurukul.example',
  recognitionNo: 'PRE-1972/114',
  udise: '27250100101',
  affiliationNo: '11.16.014',
  medium: 'मराठी',
  board: 'पुणे विभागीय मंडळ',
  serialNo: '114',
  registerNo: 'G0412',
  bookNo: '2',
  saralId: '2014272501001010412',
  aadhaar: 'XXXX XXXX 1234',
  studentName: 'पाटील आशा राजेंद्र',
  fatherName: 'राजेंद्र',
  motherName: 'सुनीता',
  nationality: 'भारतीय',
  motherTongue: 'मराठी',
  religion: 'हिंदू',
  caste: 'मराठा',
  subCaste: '-',
  birthPlace: 'कोथरूड',
  birthTaluka: 'हवेली',
  birthDist: 'पुणे',
  birthState: 'महाराष्ट्र',
  birthCountry: 'भारत',
  birthdate: '10/06/2014',
  birthdateInWords: dayInWords('2014-06-10'),
  birthdateInMarathi: dayInWords('2014-06-10', 'mr'),
  lastSchoolAttended: 'जिल्हा परिषद प्राथमिक शाळा, वारजे',
  lastClass: '4',
  dateOfAdmission: '15/06/2024',
  admitInClass: '5',
  progress: 'चांगली',
  conduct: 'चांगली',
  leavingDate: '30/04/2026',
  className: '7',
  classSince: '2026-27',
  reason: 'पालकांच्या विनंतीवरून',
  remarks: '-',
  issueDate: '02/05/2026',
}

function certificate(format: (typeof readyFormats)[number]['format']): ReactElement {
  return certificateSheet({
    format,
    value: (name) => values[name] ?? '',
    picture: () => undefined,
    logoUrl: null,
    photoUrl: null,
    signatureUrl: null,
    qr: null,
    stamps: [],
  })
}

/** A report in the language that is spoken. */
function report(): ReactElement {
  const days = Array.from({ length: 20 }, (_, day) => `2026-07-${String(day + 1).padStart(2, '0')}`)
  const registers = days.map((day, id) => ({
    id,
    sectionId: 1,
    day,
    session: 'DAY',
    subjectId: null,
    subjectName: null,
    starts: null,
  }))
  const students = names.map((name, id) => ({
    id,
    name,
    roll: String(id + 1),
    registerNo: `G0${400 + id}`,
    gender: id % 2 ? 'MALE' : 'FEMALE',
    phone: '',
    disabled: false,
    left: id === 2,
    admittedOn: null,
    places: [],
    marks: days.map((_, day) => ((day + id) % (id + 2) === 0 ? ('A' as const) : ('P' as const))),
  }))
  const school = { attType: 'DAILY', breakdownLectures: false } as School
  const content = buildCondensed({ school, holidays: new Map(), sections: [{ id: 1, name: '7-B', registers, students }] })
  return renderReport({
    type: 'condensed',
    title: reportTypes.condensed.title,
    school: { name: 'गुरुकुल विद्यालय, कोथरूड', logoUrl: null },
    months: Array.from({ length: 12 }, (_, month) => monthName(month + 1)),
    ...content,
  })
}

const look: CardLook = {
  holder: 'STUDENT',
  layout: 'CLASSIC',
  color: '#0b6e4f',
  fields: ['CLASS', 'ROLL', 'BIRTHDATE', 'BLOOD_GROUP', 'GUARDIAN', 'PHONE', 'ADDRESS'],
  backText: 'हे कार्ड सापडल्यास शाळेत परत करावे.',
  validUntil: '2027-04-30',
  signature: true,
}
const cardSchool: CardSchool = {
  name: 'गुरुकुल विद्यालय',
  place: 'Kothrud, Pune',
  phone: '9822041001',
  email: 'office@gurukul.example',
  termName: '2026-27',
  logoUrl: null,
  signatureUrl: null,
}

/** ID cards of all layouts, with names in all scripts, in the language that is spoken. */
function cards(): ReactElement {
  const people = names.map(
    (name, id): CardPerson => ({
      id: String(id),
      name,
      photoUrl: null,
      qr: null,
      values: {
        CLASS: '7-B',
        ROLL: '12',
        BIRTHDATE: '03 Jun 2014',
        BLOOD_GROUP: 'B+',
        GUARDIAN: name,
        PHONE: '9822041001',
        ADDRESS: '12, Karve Road, Kothrud, Pune',
      },
    }),
  )
  const layouts = ['CLASSIC', 'BAND', 'PORTRAIT'] as const
  const sides = people.flatMap((person, index) => {
    const own = { ...look, layout: layouts[index % 3] ?? 'CLASSIC' }
    return [cardFront(own, cardSchool, person), cardBack(own, cardSchool, person)]
  })
  return createElement(
    'div',
    { className: 'cards' },
    sides.map((side, index) => createElement(Fragment, { key: index }, side)),
  )
}

const cardsCss = `${cardCss}.cards { display: flex; flex-wrap: wrap; gap: 5mm; } .cards > article { overflow: hidden; outline: 0.2mm solid #999; }`
const nameSheet = createElement(
  'div',
  null,
  names.map((name) => createElement('p', { key: name }, name, ' ', createElement('b', { style: { fontWeight: 600 } }, name))),
)

await loadLanguages()
const deleted = { at: '2026-11-21T06:30:00Z', byName: 'Head', reason: 'wrong child', refundRef: 'RF-1' }
/** Each picture's name, its styles, and what it shows. */
const pictures: readonly (readonly [name: string, css: string, sheet: ReactElement])[] = [
  ['names', 'p { font-size: 16pt; margin: 2mm 0; }', nameSheet],
  ...receiptLanguageChoices.map((choice) => [`receipt-${choice.toLowerCase()}`, receiptCss, receipt(choice)] as const),
  ['receipt-mr_en-deleted', receiptCss, receipt('MR_EN', { deleted, studentName: gujarati })],
  ...readyFormats.map(({ key, format }) => [`certificate-${key}`, certificateCss, certificate(format)] as const),
  ...languages.flatMap((language) => [
    [`report-${language}`, reportCss, speakIn(language, report)] as const,
    [`cards-${language}`, cardsCss, speakIn(language, cards)] as const,
  ]),
]

const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
const { executablePath, args, env } = await unpackChromium()
const browser = await puppeteer.launch({ executablePath, args, env, headless: 'shell' })
try {
  const page = await browser.newPage()
  // As wide as an A4 page without its margins.
  await page.setViewport({ width: 718, height: 1047, deviceScaleFactor: 1.5 })
  await page.emulateMediaType('print')
  for (const [name, css, sheet] of pictures) {
    await page.setContent(htmlDocument({ title: name, page: 'A4', css, body: renderToStaticMarkup(sheet) }))
    const height = await page.evaluate('document.documentElement.scrollHeight')
    await page.screenshot({ path: join(folder, `${name}.png`) as `${string}.png`, fullPage: true })
    console.log(`${name}.png: ${String(height)} px of 1047`)
  }
} finally {
  await browser.close()
}
