import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { type Day, showDay, showWeekday } from '#shared/dates.ts'
import type { QrPath } from '#shared/qrCode.ts'
import { t } from '#shared/texts.ts'

/** A paper on a hall ticket. */
export interface TicketPaper {
  subject: string
  day: Day
  starts: string
  ends: string
}

/** What all tickets of a section share. Pictures are `data:` URLs. */
export interface TicketExam {
  school: { name: string; place: string; logoUrl: string | null; signatureUrl: string | null }
  name: string
  termName: string
  /** Such as `7-A`. */
  sectionName: string
  instructions: string
  /** By day and time. */
  papers: readonly TicketPaper[]
}

/** Whose ticket it is. Empty facts are not printed. */
export interface TicketStudent {
  name: string
  roll: string
  registerNo: string
  birthDate: string
  /** `null` leaves a frame in which a photo can be glued. */
  photoUrl: string | null
  /** The code of the ID card; null without one. */
  qr: QrPath | null
}

export const ticketPage = 'A4 portrait; margin: 0'

/** Papers and lines of instructions that fit beside each other on half of a page. */
const halfPage = { papers: 7, lines: 4, lineLength: 95 }

/** Returns how many tickets a page has: two, or one for more papers or instructions than half of a page holds. */
export function ticketsPerPage({ papers, instructions }: Pick<TicketExam, 'papers' | 'instructions'>): 1 | 2 {
  const lines = instructionsOf(instructions).reduce((sum, line) => sum + Math.ceil(line.length / halfPage.lineLength), 0)
  return papers.length <= halfPage.papers && lines <= halfPage.lines ? 2 : 1
}

/** Returns hall tickets on pages, styled by {@link ticketCss}. */
export function ticketPages(exam: TicketExam, students: readonly TicketStudent[]): ReactElement[] {
  const perPage = ticketsPerPage(exam)
  return Array.from({ length: Math.ceil(students.length / perPage) }, (_, page) =>
    h(
      'section',
      { key: page, className: `ticket-page ticket-page-${perPage}` },
      students.slice(page * perPage, (page + 1) * perPage).map((student, index) => ticket(exam, student, index)),
    ),
  )
}

function ticket(exam: TicketExam, student: TicketStudent, key: number): ReactElement {
  return h(
    'article',
    { key, className: 'ticket', 'aria-label': t`Hall ticket of ${student.name}` },
    head(exam),
    h('div', { className: 'ticket-person' }, photo(student), facts(exam, student), student.qr && code(student.qr)),
    papersTable(exam.papers),
    instructions(exam.instructions),
    signatures(exam),
  )
}

function head({ school, name, termName }: TicketExam): ReactElement {
  return h(
    'header',
    null,
    school.logoUrl !== null && h('img', { src: school.logoUrl, alt: '' }),
    h('div', null, h('strong', null, school.name), school.place !== '' && h('span', null, school.place)),
    h('div', { className: 'ticket-title' }, h('h1', null, t`Hall ticket`), h('span', null, `${name} · ${termName}`)),
  )
}

function photo({ name, photoUrl }: TicketStudent): ReactElement {
  return h(
    'div',
    { className: 'ticket-photo' },
    photoUrl === null ? h('span', null, t`Photo`) : h('img', { src: photoUrl, alt: t`Photo of ${name}` }),
  )
}

function facts({ sectionName }: TicketExam, { name, roll, registerNo, birthDate }: TicketStudent): ReactElement {
  const known = [
    [t`Name`, name],
    [t`Class`, sectionName],
    // '0' is the roll of a student who has none.
    [t`Roll no.`, roll === '0' ? '' : roll],
    [t`Register no.`, registerNo],
    [t`Birth date`, birthDate],
  ].filter(([, value]) => value !== '')
  return h(
    'dl',
    null,
    known.map(([label, value]) => h('div', { key: label }, h('dt', null, label), h('dd', null, value))),
  )
}

function code({ size, path }: QrPath): ReactElement {
  return h(
    'svg',
    { className: 'ticket-code', viewBox: `-2 -2 ${size + 4} ${size + 4}`, shapeRendering: 'crispEdges', 'aria-hidden': true },
    h('path', { d: path, fill: '#000' }),
  )
}

function papersTable(papers: readonly TicketPaper[]): ReactElement {
  const titles = [t`Date`, t`Day`, t({ message: 'Time', context: 'of an exam' }), t`Subject`, t`Invigilator’s signature`]
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        titles.map((title, index) => h('th', { key: index }, title)),
      ),
    ),
    h(
      'tbody',
      null,
      papers.map(({ day, starts, ends, subject }, index) =>
        h(
          'tr',
          { key: index },
          [showDay(day), showWeekday(day), `${starts} – ${ends}`, h('b', { key: 'subject' }, subject), ''].map((cell, place) =>
            h('td', { key: place }, cell),
          ),
        ),
      ),
    ),
  )
}

function instructionsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function instructions(text: string): ReactNode {
  const lines = instructionsOf(text)
  return (
    lines.length > 0 &&
    h(
      'ol',
      { 'aria-label': t`Instructions` },
      lines.map((line, index) => h('li', { key: index }, line)),
    )
  )
}

function signatures({ school }: TicketExam): ReactElement {
  const space = (label: string, url: string | null = null) =>
    h('div', { key: label }, h('span', null, url !== null && h('img', { src: url, alt: '' })), label)
  return h('footer', null, space(t`Student`), space(t`Class teacher`), space(t`Principal`, school.signatureUrl))
}

export const ticketCss = `
.ticket-page { width: 210mm; height: 297mm; overflow: hidden; break-after: page; }
.ticket-page:last-child { break-after: auto; }
.ticket { box-sizing: border-box; display: flex; flex-direction: column; gap: 2.5mm; padding: 8mm 12mm 7mm; font-size: 8.5pt; overflow: hidden; }
.ticket-page-1 .ticket { height: 297mm; padding-top: 14mm; padding-bottom: 14mm; }
.ticket-page-2 .ticket { height: 148.5mm; }
.ticket-page-2 .ticket + .ticket { border-top: 0.2mm dashed #777; }
.ticket header { display: flex; align-items: center; gap: 3mm; border-bottom: 0.4mm solid #000; padding-bottom: 2mm; }
.ticket header img { max-width: 13mm; max-height: 13mm; }
.ticket header > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.ticket header strong { display: block; font-size: 12pt; line-height: 1.2; }
.ticket header .ticket-title { text-align: right; }
.ticket h1 { margin: 0; font-size: 12pt; line-height: 1.2; }
.ticket-person { display: flex; gap: 5mm; align-items: flex-start; }
.ticket-photo { flex: none; width: 22mm; height: 28mm; border: 0.25mm solid #555; display: flex; align-items: center; justify-content: center; color: #777; }
.ticket-photo img { width: 100%; height: 100%; object-fit: cover; object-position: 50% 0; }
.ticket dl { flex: 1; min-width: 0; margin: 0; display: grid; gap: 0.8mm; font-size: 9.5pt; }
.ticket dl div { display: flex; gap: 2mm; }
.ticket dt { flex: none; width: 30mm; color: #333; }
.ticket dd { margin: 0; font-weight: 600; min-width: 0; overflow-wrap: anywhere; }
.ticket-code { flex: none; width: 22mm; height: 22mm; }
.ticket table { width: 100%; border-collapse: collapse; }
.ticket th, .ticket td { border: 0.25mm solid #555; padding: 0.7mm 1.6mm; text-align: left; vertical-align: middle; }
.ticket th { background: #eee; font-weight: 600; }
.ticket td { white-space: nowrap; height: 5mm; }
.ticket td:nth-child(4) { white-space: normal; width: 38%; overflow-wrap: anywhere; }
.ticket td:nth-child(5) { width: 22%; }
.ticket ol { margin: 0; padding-left: 5mm; font-size: 7.5pt; line-height: 1.3; }
.ticket li { overflow-wrap: anywhere; }
.ticket footer { display: flex; justify-content: space-between; gap: 8mm; margin-top: auto; text-align: center; font-size: 8pt; }
.ticket footer div { width: 45mm; }
.ticket footer span { display: flex; align-items: flex-end; justify-content: center; height: 9mm; border-bottom: 0.25mm solid #000; margin-bottom: 0.8mm; }
.ticket footer img { max-width: 100%; max-height: 9mm; }
`
