import { createElement as h, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { type CardColors, cardColors } from './cardColors.ts'
import { type CardField, cardFields, type CardLook, type CardPerson, type CardSchool } from './cardFields.ts'
import { type Box, type CardPlan, cardPlans, cardSize } from './cardPlans.ts'
import { cut, fit, lineCount, lineHeight, pointMm, textWidth } from './textFit.ts'

interface Card {
  look: CardLook
  school: CardSchool
  person: CardPerson
  plan: CardPlan
  colors: CardColors
}

/**
 * The one layout of a card's front: the screen and the PDF show the same element with {@link cardCss}. Everything has its place
 * in millimetres, and every text is set in the largest size in which it stays there. Bands reach over the edge, for the knife.
 */
export function cardFront(look: CardLook, school: CardSchool, person: CardPerson): ReactElement {
  const plan = cardPlans[look.layout]
  const card: Card = { look, school, person, plan, colors: cardColors(look.color) }
  return side(
    card,
    'front',
    `ID card of ${person.name}`,
    plan.shapes(card.colors).map((style, index) => h('i', { key: index, style })),
    school.logoUrl !== null &&
      h('span', { className: 'card-logo', style: at(plan.logo) }, h('img', { src: school.logoUrl, alt: '' })),
    schoolName(card),
    photo(card),
    words(card),
    rightColumn(card),
    kind(card),
  )
}

function side({ look }: Card, name: 'front' | 'back', label: string, ...children: ReactNode[]): ReactElement {
  const { width, height } = cardSize(look.layout)
  const style = { width: mm(width), height: mm(height), color: '#000' }
  return h('article', { className: `card card-${name}`, style, 'aria-label': label }, ...children)
}

function schoolName({ school, plan, colors }: Card): ReactElement {
  const box = school.logoUrl === null && plan.schoolAlone ? plan.schoolAlone : plan.school
  const place = school.place === '' ? null : fit(school.place, { width: box.width, height: 2.9 }, [6.5, 6, 5.5, 5])
  const name = fit(school.name, { width: box.width, height: box.height - (place ? 3.2 : 0) }, plan.schoolSizes)
  return h(
    'div',
    { className: 'card-school', style: { ...at(box), color: plan.schoolOnBand ? colors.ink : colors.text } },
    h('b', { style: set(name) }, name.text),
    place && h('span', { style: { ...set(place), color: plan.schoolOnBand ? colors.ink : '#333' } }, place.text),
  )
}

function photo({ school, person, plan, colors }: Card): ReactElement {
  const className = `card-photo${plan.photoFrame === 'white' ? ' card-photo-white' : ''}`
  const box = school.logoUrl === null ? (plan.photoAlone ?? plan.photo) : plan.photo
  const style = { ...at(box), ...(plan.photoFrame === 'white' ? {} : { borderColor: colors.line }) }
  if (person.photoUrl !== null)
    return h('div', { className, style }, h('img', { src: person.photoUrl, alt: `Photo of ${person.name}` }))
  // Somebody may glue one on.
  return h(
    'div',
    { className: `${className} card-no-photo`, style: { ...style, background: '#f1f2f4' } },
    h(
      'svg',
      { viewBox: '0 0 24 30', 'aria-label': 'No photo' },
      h('path', {
        d: 'M12 6a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 12 6zm0 12.2c5.4 0 8.8 3 8.8 7.4V30H3.2v-4.4c0-4.4 3.4-7.4 8.8-7.4z',
        fill: '#c3c8ce',
      }),
    ),
  )
}

/** The name, and below it the rows of the front that have something to say. */
function words({ look, person, plan, colors }: Card): ReactNode {
  const name = fit(person.name, plan.name, plan.nameSizes)
  const rows = rowsOf(look, person, 'front')
  const top = plan.name.top + Math.max(name.height, plan.nameLeast) + 1.1
  const sizes = plan.factSizes.filter((one) => one <= usualSize(look, plan))
  const places = placesOf(look, person, plan).map((place) => {
    const box = { ...place, top, height: place.bottom - top }
    return { box, ...fitRows(rows, box, sizes) }
  })
  const found = places.find(({ whole }) => whole) ?? places.at(-1)
  if (!found) return null
  const { box, size, labels, values } = found
  return [
    h(
      'b',
      {
        key: 'name',
        className: 'card-name',
        style: {
          ...at(plan.name),
          ...set(name),
          ...(plan.centred ? { textAlign: 'center' } : {}),
          color: plan.nameInk === 'text' ? colors.text : '#000',
        },
      },
      name.text,
    ),
    h(
      'dl',
      { key: 'facts', className: 'card-facts', style: { ...at(box), fontSize: pt(size) } },
      rows.map(({ field, label }, index) =>
        h(
          'div',
          { key: field },
          h('dt', { style: { width: mm(labels), color: colors.text } }, label),
          h('dd', { style: { lineHeight: lineHeight(values[index] ?? '') } }, values[index]),
        ),
      ),
    ),
  ]
}

/** Labels are smaller than what they name. */
const labelShare = 0.82
/** Between a label and its value, and between two rows. */
const labelGap = 1.6
const rowGap = 0.45
/** A value goes over as many lines at most. */
const valueLines = 2

/** The size of everybody's rows where nothing is long: all cards of a class look alike, whatever is known of a student. */
function usualSize(look: CardLook, plan: CardPlan): number {
  const rows = look.fields.filter((field) => cardFields[field].side === 'front' && field !== 'QR').length
  const room = plan.facts.bottom - plan.name.top - plan.nameLeast - 1.1
  const fits = (size: number) => rows * (size * pointMm * lineHeight('') + rowGap) - rowGap <= room
  return plan.factSizes.find(fits) ?? plan.factSizes.at(-1) ?? 0
}

/** Where the rows may stand, the widest first: the code and the signature take their part of the front. */
function placesOf({ signature }: CardLook, { qr }: CardPerson, plan: CardPlan) {
  if (qr !== null) return [plan.facts]
  if (!signature) return [plan.factsAlone]
  return [{ ...plan.factsAlone, bottom: plan.signatureAlone.top - 0.5 }, plan.facts]
}

interface Row {
  field: CardField
  label: string
  value: string
}

function rowsOf({ fields }: CardLook, { values }: CardPerson, where: 'front' | 'back'): Row[] {
  return fields.flatMap((field) => {
    const value = values[field] ?? ''
    const { label, side: stands } = cardFields[field]
    return stands === where && value !== '' ? [{ field, label, value }] : []
  })
}

/**
 * Rows with labels at their left: nearly as large as they may be where every value takes one line then, else in the largest size
 * in which what is long goes over two, else in the smallest and cut.
 */
function fitRows(rows: readonly Row[], box: Box, sizes: readonly number[]) {
  const largest = sizes[0] ?? 0
  const set = sizes.map((size) => {
    const unit = size * pointMm
    const labels = Math.max(0, ...rows.map(({ label }) => textWidth(label, unit * labelShare))) + labelGap
    const width = box.width - labels
    const lines = rows.map(({ value }) => lineCount(value, unit, width))
    const high = rows.reduce((sum, { value }, index) => sum + (lines[index] ?? 1) * unit * lineHeight(value) + rowGap, -rowGap)
    const whole = rows.every(({ value }) => value.split(/\s/u).every((word) => textWidth(word, unit) <= width))
    return { size, labels, width, lines: Math.max(1, ...lines), fits: high <= box.height && whole }
  })
  const found =
    set.find(({ fits, lines, size: one }) => fits && lines === 1 && one > largest - 1) ??
    set.find(({ fits, lines }) => fits && lines <= valueLines)
  const { size, labels, width } = found ?? set.at(-1) ?? { size: 6, labels: 0, width: box.width }
  return {
    whole: found !== undefined,
    size,
    labels,
    values: rows.map(({ value }) => cut(value, size * pointMm, width, valueLines)),
  }
}

/** The code, and the head's signature or a line for it. */
function rightColumn({ look, school, person, plan }: Card): ReactNode {
  return [
    person.qr &&
      h(
        'svg',
        {
          key: 'qr',
          className: 'card-qr',
          style: at(plan.qr),
          viewBox: quiet(person.qr.size),
          shapeRendering: 'crispEdges',
          'aria-label': 'QR code',
        },
        h('path', { d: person.qr.path, fill: '#000' }),
      ),
    look.signature &&
      h(
        'div',
        {
          key: 'signature',
          className: 'card-signature',
          style: at(person.qr ? plan.signature : plan.signatureAlone),
        },
        h('span', null, school.signatureUrl && h('img', { src: school.signatureUrl, alt: '' })),
        h('em', null, 'Principal'),
      ),
  ]
}

/** A code is read only with white around it: two squares here, the card's own white does the rest. */
function quiet(size: number): string {
  return `-2 -2 ${size + 4} ${size + 4}`
}

/** What the card is, and until when. */
function kind({ look, school, plan, colors }: Card): ReactElement {
  const word = look.holder === 'STUDENT' ? 'STUDENT' : 'STAFF'
  const style = { ...at(plan.foot), color: plan.footOnBand ? colors.ink : colors.text }
  const until = look.validUntil ? `Valid until ${showDay(look.validUntil)}` : school.termName
  return h(
    'div',
    { className: `card-foot${plan.footStacked ? ' card-foot-stacked' : ''}`, style },
    h('b', null, word),
    h('span', null, until),
  )
}

/**
 * The back: what of the person stands there, the school's own words, and where the school is. It lies or stands as the front does.
 */
export function cardBack(look: CardLook, school: CardSchool, person: CardPerson): ReactElement {
  const card: Card = { look, school, person, plan: cardPlans[look.layout], colors: cardColors(look.color) }
  const { width, height } = cardSize(look.layout)
  const { ink, band, tint, text } = card.colors
  const inner = width - 8
  const contacts = [school.place, [school.phone && `Phone ${school.phone}`, school.email].filter(Boolean).join('  ·  ')].filter(
    Boolean,
  )
  const [head, foot] = [card.plan.backHead, card.plan.backFoot]
  const name = fit(school.name, { width: inner, height: head - 1.6 }, [9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5])
  const contact = fit(contacts.join('\n'), { width: inner, height: foot - 1.6 }, [7, 6.5, 6, 5.5, 5])
  const middle = { left: 4, top: head + 1.2, width: inner, height: height - head - foot - 2.4 }
  const paragraphs = fitParagraphs(
    [...rowsOf(look, person, 'back'), ...(look.backText === '' ? [] : [{ label: '', value: look.backText }])],
    middle,
  )
  const across = { left: -bleed, width: width + 2 * bleed }
  return side(
    card,
    'back',
    `Back of the ID card of ${person.name}`,
    h('i', { style: { ...at({ ...across, top: -bleed, height: head + bleed }), background: band } }),
    h(
      'div',
      { className: 'card-middle', style: { ...at({ left: 4, top: 0.6, width: inner, height: head - 1 }), color: ink } },
      h('b', { style: set(name) }, name.text),
    ),
    h(
      'div',
      { className: 'card-back-text', style: { ...at(middle), fontSize: pt(paragraphs.size) } },
      paragraphs.texts.map(({ label, value }, index) =>
        h(
          'p',
          { key: index, style: { lineHeight: lineHeight(value) } },
          label && h('b', { style: { color: text } }, `${label}: `),
          value,
        ),
      ),
    ),
    h('i', { style: { ...at({ ...across, top: height - foot, height: foot + bleed }), background: tint } }),
    h(
      'div',
      { className: 'card-middle', style: at({ left: 4, top: height - foot, width: inner, height: foot }) },
      h('span', { style: { ...set(contact), whiteSpace: 'pre-line' } }, contact.text),
    ),
  )
}

/** Between two paragraphs of the back. */
const paragraphGap = 1.4

/** Paragraphs in the largest size in which they stay within a box; in the smallest, the first ones leave room for the others. */
function fitParagraphs(paragraphs: readonly { label: string; value: string }[], box: Box) {
  const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5]
  const whole = ({ label, value }: { label: string; value: string }) => (label === '' ? value : `${label}: ${value}`)
  const high = (size: number) =>
    paragraphs.reduce(
      (sum, one) => sum + lineCount(whole(one), size * pointMm, box.width) * size * pointMm * lineHeight(one.value),
      0,
    ) +
    (paragraphs.length - 1) * paragraphGap
  const size = sizes.find((one) => high(one) <= box.height)
  if (size !== undefined) return { size, texts: paragraphs }
  const unit = 5 * pointMm
  const most = (value: string) => Math.max(1, Math.floor(box.height / paragraphs.length / (unit * lineHeight(value))))
  return {
    size: 5,
    texts: paragraphs.map((one) => ({ ...one, value: cut(one.value, unit, box.width - 0.2 * box.width, most(one.value)) })),
  }
}

/** How far what touches the edge goes over it, in millimetres. */
const bleed = 1

function at({ left, top, width, height }: Box): CSSProperties {
  return { left: mm(left), top: mm(top), width: mm(width), height: mm(height) }
}

function set({ size, lineHeight: high }: ReturnType<typeof fit>): CSSProperties {
  return { fontSize: pt(size), lineHeight: high }
}

function mm(value: number): string {
  return `${Math.round(value * 1000) / 1000}mm`
}

function pt(value: number): string {
  return `${value}pt`
}
