import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { type Day, showDay, showMoment, showWeekday } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'

/** A paper as it is printed. */
export interface PrintedPaper {
  classId: number
  subject: string
  day: Day
  starts: string
  ends: string
  /** Sections that write it; none for the whole class. */
  sectionNames: readonly string[]
}

/** A printed date sheet. The logo is a `data:` URL. */
export interface DateSheet {
  school: { name: string; place: string; logoUrl: string | null }
  exam: { name: string; termName: string; instructions: string; changedAt: Date }
  /** The class whose sheet it is; null for all classes, as days × classes. */
  className: string | null
  /** In the school's order. */
  classes: readonly { id: number; name: string }[]
  /** By day and time. */
  papers: readonly PrintedPaper[]
}

/** The most classes beside each other on one page. More go to another table: a subject needs 20 mm. */
const maxColumns = 10

export const classSheetPage = 'A4 portrait; margin: 14mm'
export const schoolSheetPage = 'A4 landscape; margin: 10mm'

/** Returns a date sheet of a class, or of all classes, styled by {@link dateSheetCss}. */
export function dateSheetPaper(sheet: DateSheet): ReactElement {
  const { exam, className } = sheet
  return h(
    'article',
    { className: 'dates', 'aria-label': t`Date sheet` },
    head(sheet),
    className === null ? tablesOfClasses(sheet) : tableOfClass(sheet),
    exam.instructions !== '' && instructionLines(exam.instructions),
    h(
      'footer',
      null,
      h('span', null, t`As of ${showMoment(exam.changedAt)}`),
      h('span', { className: 'dates-sign' }, t`Principal`),
    ),
  )
}

function head({ school, exam, className, papers }: DateSheet): ReactElement {
  const time = commonTime(papers)
  const facts = [className === null ? t`All classes` : t`Class ${className}`, exam.termName, time === null ? '' : time]
  return h(
    'header',
    null,
    school.logoUrl !== null && h('img', { src: school.logoUrl, alt: '' }),
    h('div', null, h('strong', null, school.name), school.place !== '' && h('span', null, school.place)),
    h('h1', null, exam.name),
    h('p', null, facts.filter(Boolean).join(' · ')),
  )
}

/** Returns a time as it is printed: `10:00 – 13:00`. */
function timeText({ starts, ends }: Pick<PrintedPaper, 'starts' | 'ends'>): string {
  return `${starts} – ${ends}`
}

/** Returns the time of all papers; null when they differ. */
function commonTime(papers: readonly PrintedPaper[]): string | null {
  const times = new Set(papers.map(timeText))
  return times.size === 1 ? ([...times][0] ?? null) : null
}

function sectionsText({ sectionNames }: PrintedPaper): string {
  return sectionNames.join(', ')
}

function tableOfClass({ papers }: DateSheet): ReactElement {
  const hasSections = papers.some(({ sectionNames }) => sectionNames.length > 0)
  const titles = [
    t`Date`,
    t`Day`,
    t({ message: 'Time', context: 'of an exam' }),
    t`Subject`,
    ...(hasSections ? [t`Sections`] : []),
  ]
  return h(
    'table',
    { className: 'dates-class' },
    headRow(titles),
    h(
      'tbody',
      null,
      papers.map((paper, index) => {
        // The day stands once; its further papers follow it.
        const isFurther = papers[index - 1]?.day === paper.day
        return row(index, isFurther, [
          isFurther ? '' : showDay(paper.day),
          isFurther ? '' : showWeekday(paper.day),
          timeText(paper),
          h('b', null, paper.subject),
          ...(hasSections ? [sectionsText(paper) || t`Whole class`] : []),
        ])
      }),
    ),
  )
}

function headRow(titles: readonly string[]): ReactElement {
  return h(
    'thead',
    null,
    h(
      'tr',
      null,
      titles.map((title, index) => h('th', { key: index }, title)),
    ),
  )
}

function row(key: number, isFurther: boolean, cells: readonly ReactNode[]): ReactElement {
  return h(
    'tr',
    { key, className: isFurther ? 'dates-further' : undefined },
    cells.map((cell, index) => h('td', { key: index }, cell)),
  )
}

/** Returns days × classes, in as many tables as the classes need. */
function tablesOfClasses(sheet: DateSheet): ReactNode {
  const { classes, papers } = sheet
  const days = [...new Set(papers.map(({ day }) => day))]
  const hasOneTime = commonTime(papers) !== null
  const tables = Math.ceil(classes.length / maxColumns)
  const classesPerTable = Math.ceil(classes.length / tables)
  return Array.from({ length: tables }, (_, part) => {
    const shown = classes.slice(part * classesPerTable, (part + 1) * classesPerTable)
    return h(
      'table',
      { key: part, className: 'dates-school' },
      headRow([t`Date`, ...shown.map(({ name }) => name)]),
      h(
        'tbody',
        null,
        days.map((day, index) =>
          row(index, false, [
            [h('b', { key: 'day' }, showDay(day)), h('small', { key: 'weekday' }, showWeekday(day))],
            ...shown.map(({ id }) =>
              papers.flatMap((paper, place) =>
                paper.day === day && paper.classId === id ? [cell(paper, place, hasOneTime)] : [],
              ),
            ),
          ]),
        ),
      ),
    )
  })
}

function cell(paper: PrintedPaper, key: number, hasOneTime: boolean): ReactElement {
  const sections = sectionsText(paper)
  return h(
    'div',
    { key },
    paper.subject,
    sections !== '' && h('small', null, sections),
    !hasOneTime && h('small', null, timeText(paper)),
  )
}

function instructionLines(instructions: string): ReactElement {
  const lines = instructions.split('\n').filter((line) => line.trim() !== '')
  return h(
    'section',
    null,
    h('h2', null, t`Instructions`),
    h(
      'ol',
      null,
      lines.map((line, index) => h('li', { key: index }, line)),
    ),
  )
}

export const dateSheetCss = `
.dates header { display: grid; grid-template-columns: auto 1fr; align-items: center; margin-bottom: 4mm; }
.dates header img { max-width: 18mm; max-height: 18mm; margin-right: 4mm; }
.dates header div { grid-column: 2; }
.dates header strong, .dates header span { display: block; overflow-wrap: anywhere; }
.dates header strong { font-size: 14pt; }
.dates header h1, .dates header p { grid-column: 1 / -1; text-align: center; margin: 0; overflow-wrap: anywhere; }
.dates header h1 { font-size: 13pt; margin-top: 3mm; }
.dates table { width: 100%; border-collapse: collapse; margin-bottom: 4mm; }
.dates th, .dates td { border: 0.25mm solid #555; padding: 1.2mm 1.6mm; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.dates th { background: #eee; font-weight: 600; }
.dates tr { break-inside: avoid; }
.dates-class td { white-space: nowrap; }
.dates-class td:nth-child(4), .dates-class td:nth-child(5) { white-space: normal; }
.dates-class .dates-further td:nth-child(-n+2) { border-top-color: transparent; }
.dates-school { table-layout: fixed; font-size: 8pt; }
.dates-school th:first-child { width: 22mm; }
.dates-school small, .dates-school b { display: block; }
.dates-school small { font-size: 6.5pt; color: #333; }
.dates-school td > div + div { margin-top: 1mm; border-top: 0.2mm dotted #777; padding-top: 1mm; }
.dates h2 { font-size: 10pt; margin: 0 0 1mm; }
.dates ol { margin: 0 0 6mm; padding-left: 6mm; }
.dates li { overflow-wrap: anywhere; }
.dates footer { display: flex; justify-content: space-between; align-items: end; margin-top: 12mm; font-size: 8.5pt; break-inside: avoid; }
.dates-sign { border-top: 0.25mm solid #000; padding: 1mm 6mm 0; font-size: 10pt; }
`
