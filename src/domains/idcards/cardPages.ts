import { createElement as h, type CSSProperties, type ReactElement } from 'react'
import { cardCss } from './cardCss.ts'
import { t } from '#shared/texts.ts'
import type { CardLook, CardPerson, CardSchool } from './cardFields.ts'
import { cardSize, cr80 } from './cardPlans.ts'
import { cardBack, cardFront } from './cardSheet.ts'

/** Number of cards on an A4 sheet: two columns of five. */
export const cardsPerSheet = 10
const columns = 2

/** A4 in millimetres. The gap between cards has room for the bleed of both. */
const paper = { width: 210, height: 297 }
const gap = { x: 4, y: 2 }
const margin = {
  x: (paper.width - columns * cr80.width - gap.x) / 2,
  y: (paper.height - (cardsPerSheet / columns) * cr80.height - (cardsPerSheet / columns - 1) * gap.y) / 2,
}
const edgesX = [0, 1].flatMap((column) => {
  const left = margin.x + column * (cr80.width + gap.x)
  return [left, left + cr80.width]
})
const edgesY = Array.from({ length: cardsPerSheet / columns }, (_, row) => margin.y + row * (cr80.height + gap.y)).flatMap(
  (top) => [top, top + cr80.height],
)

/** Distance of a crop mark from the card's edge, and its length, in millimetres. */
const mark = { away: 1.8, long: 3.6 }

interface Stack {
  look: CardLook
  school: CardSchool
  people: readonly CardPerson[]
}

/**
 * Renders cards on A4 sheets with crop marks. Each page of fronts is followed by a page of their backs, mirrored for
 * printing flipped on the long edge. Portrait cards are rotated on the sheet, the backs in the other direction, so that
 * both sides of the card are upright.
 * @param numbers the first sheet's number and the total, for the line at the foot
 */
export function sheetPages({ look, school, people }: Stack, numbers: { first: number; of: number }): ReactElement[] {
  const sheets = Array.from({ length: Math.ceil(people.length / cardsPerSheet) }, (_, sheet) =>
    people.slice(sheet * cardsPerSheet, (sheet + 1) * cardsPerSheet),
  )
  return sheets.flatMap((sheetPeople, sheet) =>
    (['front', 'back'] as const).map((side) =>
      h(
        'section',
        { key: `${sheet}-${side}`, className: 'card-sheet' },
        cropMarks(),
        h(
          'p',
          null,
          side === 'front'
            ? t`Sheet ${numbers.first + sheet} of ${numbers.of} · fronts · print on both sides, flipped on the long edge, at 100 %`
            : t`Sheet ${numbers.first + sheet} of ${numbers.of} · backs · print on both sides, flipped on the long edge, at 100 %`,
        ),
        sheetPeople.map((person, index) =>
          h(
            'div',
            { key: person.id, className: 'card-slot', style: slot(index, side) },
            h(
              'div',
              look.layout === 'PORTRAIT' ? { style: { transform: lying[side] } } : {},
              side === 'front' ? cardFront(look, school, person) : cardBack(look, school, person),
            ),
            h('i'),
          ),
        ),
      ),
    ),
  )
}

/** The transforms that rotate a portrait card into its slot. */
const lying = {
  front: `translateX(${cr80.width}mm) rotate(90deg)`,
  back: `translateY(${cr80.height}mm) rotate(-90deg)`,
} as const

function slot(index: number, side: 'front' | 'back'): CSSProperties {
  const [row, column] = [Math.floor(index / columns), index % columns]
  const across = side === 'front' ? column : columns - 1 - column
  return { left: `${margin.x + across * (cr80.width + gap.x)}mm`, top: `${margin.y + row * (cr80.height + gap.y)}mm` }
}

function cropMarks(): ReactElement {
  const { away, long } = mark
  const [top, bottom] = [Math.min(...edgesY), Math.max(...edgesY)]
  const [left, right] = [Math.min(...edgesX), Math.max(...edgesX)]
  const across = edgesX.map((x) => `M${x} ${top - away}v${-long}M${x} ${bottom + away}v${long}`)
  const down = edgesY.map((y) => `M${left - away} ${y}h${-long}M${right + away} ${y}h${long}`)
  return h(
    'svg',
    { viewBox: `0 0 ${paper.width} ${paper.height}`, 'aria-hidden': true },
    h('path', { d: [...across, ...down].join(''), stroke: '#000', strokeWidth: 0.15, fill: 'none' }),
  )
}

/** Renders each card side on a page of the card's size, front then back, for printers of plastic cards. */
export function singlePages({ look, school, people }: Stack): ReactElement[] {
  const { width, height } = cardSize(look.layout)
  const style = { width: `${width}mm`, height: `${height}mm` }
  return people.flatMap((person) => [
    h('section', { key: `${person.id}-front`, className: 'card-single', style }, cardFront(look, school, person)),
    h('section', { key: `${person.id}-back`, className: 'card-single', style }, cardBack(look, school, person)),
  ])
}

/** The CSS page size of {@link sheetPages}. */
export const sheetPaper = 'A4 portrait; margin: 0'

/** Returns the CSS page size of {@link singlePages}. */
export function singlePaper({ layout }: CardLook): string {
  const { width, height } = cardSize(layout)
  return `${width}mm ${height}mm; margin: 0`
}

/**
 * The styles of both kinds of pages. `contain` keeps a page in one piece: before its rotation a portrait card reaches
 * over the page's end, and must not be split there.
 */
export const cardPagesCss = `${cardCss}
.card-sheet { position: relative; width: ${paper.width}mm; height: ${paper.height}mm; overflow: hidden; contain: strict; break-after: page; }
.card-sheet:last-child, .card-single:last-child { break-after: auto; }
.card-sheet > svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.card-sheet > p { position: absolute; left: ${margin.x + 3}mm; bottom: 3.4mm; margin: 0; font-size: 5.5pt; color: #555; }
.card-slot { position: absolute; width: ${cr80.width}mm; height: ${cr80.height}mm; }
.card-slot > div { transform-origin: 0 0; }
.card-slot > i { position: absolute; inset: 0; border: 0.1mm solid rgb(0 0 0 / 0.22); border-radius: ${cr80.radius}mm; }
.card-single { position: relative; overflow: hidden; contain: strict; break-after: page; }
`
