import { createElement as h, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
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
 * Renders a card's front for the screen and the PDF alike, styled by {@link cardCss}. Every part has a rectangle in
 * millimetres, and every text the largest size that fits into it. Bands bleed over the edge, for cutting.
 */
export function cardFront(look: CardLook, school: CardSchool, person: CardPerson): ReactElement {
  const plan = cardPlans[look.layout]
  const card: Card = { look, school, person, plan, colors: cardColors(look.color) }
  return side(
    card,
    'front',
    t`ID card of ${person.name}`,
    plan.shapes(card.colors).map((style, index) => h('i', { key: index, style })),
    school.logoUrl !== null &&
      h('span', { className: 'card-logo', style: position(plan.logo) }, h('img', { src: school.logoUrl, alt: '' })),
    schoolName(card),
    photo(card),
    nameAndRows(card),
    rightColumn(card),
    footLine(card),
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
    { className: 'card-school', style: { ...position(box), color: plan.schoolOnBand ? colors.ink : colors.text } },
    h('b', { style: textStyle(name) }, name.text),
    place && h('span', { style: { ...textStyle(place), color: plan.schoolOnBand ? colors.ink : '#333' } }, place.text),
  )
}

function photo({ school, person, plan, colors }: Card): ReactElement {
  const className = `card-photo${plan.photoFrame === 'white' ? ' card-photo-white' : ''}`
  const box = school.logoUrl === null ? (plan.photoAlone ?? plan.photo) : plan.photo
  const style = { ...position(box), ...(plan.photoFrame === 'white' ? {} : { borderColor: colors.line }) }
  if (person.photoUrl !== null)
    return h('div', { className, style }, h('img', { src: person.photoUrl, alt: t`Photo of ${person.name}` }))
  // A placeholder with room to glue a photo on.
  return h(
    'div',
    { className: `${className} card-no-photo`, style: { ...style, background: '#f1f2f4' } },
    h(
      'svg',
      { viewBox: '0 0 24 30', 'aria-label': t`No photo` },
      h('path', {
        d: 'M12 6a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 12 6zm0 12.2c5.4 0 8.8 3 8.8 7.4V30H3.2v-4.4c0-4.4 3.4-7.4 8.8-7.4z',
        fill: '#c3c8ce',
      }),
    ),
  )
}

/** Renders the name, and below it the rows that have a value. */
function nameAndRows({ look, person, plan, colors }: Card): ReactNode {
  const name = fit(person.name, plan.name, plan.nameSizes)
  const rows = rowsOf(look, person, 'front')
  const top = plan.name.top + Math.max(name.height, plan.nameLeast) + 1.1
  const maxSize = commonSize(look, plan)
  const sizes = plan.factSizes.filter((size) => size <= maxSize)
  const candidates = rowColumns(look, person, plan).map((column) => {
    const box = { ...column, top, height: column.bottom - top }
    return { box, ...fitRows(rows, box, sizes) }
  })
  const best = candidates.find(({ whole }) => whole) ?? candidates.at(-1)
  if (!best) return null
  const { box, size, labels, values } = best
  return [
    h(
      'b',
      {
        key: 'name',
        className: 'card-name',
        style: {
          ...position(plan.name),
          ...textStyle(name),
          ...(plan.centred ? { textAlign: 'center' } : {}),
          color: plan.nameInk === 'text' ? colors.text : '#000',
        },
      },
      name.text,
    ),
    h(
      'dl',
      { key: 'facts', className: 'card-facts', style: { ...position(box), fontSize: pt(size) } },
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

/** Size of a label relative to its value. */
const labelShare = 0.82
/** Millimetres between a label and its value, and between two rows. */
const labelGap = 1.6
const rowGap = 0.45
/** Maximum number of lines of a value. */
const valueLines = 2

/**
 * Returns the font size of the rows when no value is long. It depends on the design's fields only, so that all cards
 * look alike, whatever is known of a student.
 */
function commonSize(look: CardLook, plan: CardPlan): number {
  const rows = look.fields.filter((field) => cardFields[field].side === 'front' && field !== 'QR').length
  const room = plan.facts.bottom - plan.name.top - plan.nameLeast - 1.1
  const fits = (size: number) => rows * (size * pointMm * lineHeight('') + rowGap) - rowGap <= room
  return plan.factSizes.find(fits) ?? plan.factSizes.at(-1) ?? 0
}

/**
 * Returns the columns that the rows may take, the widest first. The code and the signature need a part of the front.
 */
function rowColumns({ signature }: CardLook, { qr }: CardPerson, plan: CardPlan) {
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
    const { label, side: fieldSide } = cardFields[field]
    return fieldSide === where && value !== '' ? [{ field, label, value }] : []
  })
}

/**
 * Chooses the font size of rows with labels at the left. First choice: less than 1 pt below the largest size, with
 * every value on one line. Second choice: the largest size in which long values take two lines. Otherwise the smallest
 * size, with values cut.
 */
function fitRows(rows: readonly Row[], box: Box, sizes: readonly number[]) {
  const largest = sizes[0] ?? 0
  const attempts = sizes.map((size) => {
    const unit = size * pointMm
    const labels = Math.max(0, ...rows.map(({ label }) => textWidth(label, unit * labelShare))) + labelGap
    const width = box.width - labels
    const lines = rows.map(({ value }) => lineCount(value, unit, width))
    const high = rows.reduce((sum, { value }, index) => sum + (lines[index] ?? 1) * unit * lineHeight(value) + rowGap, -rowGap)
    const whole = rows.every(({ value }) => value.split(/\s/u).every((word) => textWidth(word, unit) <= width))
    return { size, labels, width, lines: Math.max(1, ...lines), fits: high <= box.height && whole }
  })
  const best =
    attempts.find(({ fits, lines, size }) => fits && lines === 1 && size > largest - 1) ??
    attempts.find(({ fits, lines }) => fits && lines <= valueLines)
  const { size, labels, width } = best ?? attempts.at(-1) ?? { size: 6, labels: 0, width: box.width }
  return {
    whole: best !== undefined,
    size,
    labels,
    values: rows.map(({ value }) => cut(value, size * pointMm, width, valueLines)),
  }
}

/** Renders the QR code, and the head's signature or a line for it. */
function rightColumn({ look, school, person, plan }: Card): ReactNode {
  return [
    person.qr &&
      h(
        'svg',
        {
          key: 'qr',
          className: 'card-qr',
          style: position(plan.qr),
          viewBox: quietZone(person.qr.size),
          shapeRendering: 'crispEdges',
          'aria-label': t`QR code`,
        },
        h('path', { d: person.qr.path, fill: '#000' }),
      ),
    look.signature &&
      h(
        'div',
        {
          key: 'signature',
          className: 'card-signature',
          style: position(person.qr ? plan.signature : plan.signatureAlone),
        },
        h('span', null, school.signatureUrl && h('img', { src: school.signatureUrl, alt: '' })),
        h('em', null, t`Principal`),
      ),
  ]
}

/** Returns the view box of a QR code with a quiet zone of two modules. The card's white adds the rest of the zone. */
function quietZone(size: number): string {
  return `-2 -2 ${size + 4} ${size + 4}`
}

/** Renders the foot: the kind of holder, and until when the card is valid. */
function footLine({ look, school, plan, colors }: Card): ReactElement {
  const kind =
    look.holder === 'STUDENT'
      ? t({ message: 'STUDENT', context: 'on an ID card' })
      : t({ message: 'STAFF', context: 'on an ID card' })
  // The line above Devanagari's letters must not break.
  const spacing = /[a-z]/i.test(kind) ? '0.12em' : 0
  const style = { ...position(plan.foot), color: plan.footOnBand ? colors.ink : colors.text }
  const until = look.validUntil ? t`Valid until ${showDay(look.validUntil)}` : school.termName
  return h(
    'div',
    { className: `card-foot${plan.footStacked ? ' card-foot-stacked' : ''}`, style },
    h('b', { style: { letterSpacing: spacing } }, kind),
    h('span', null, until),
  )
}

/**
 * Renders a card's back: the person's back fields, the school's text and its contact data. It has the orientation of
 * the front.
 */
export function cardBack(look: CardLook, school: CardSchool, person: CardPerson): ReactElement {
  const card: Card = { look, school, person, plan: cardPlans[look.layout], colors: cardColors(look.color) }
  const { width, height } = cardSize(look.layout)
  const { ink, band, tint, text } = card.colors
  const inner = width - 8
  const contacts = [
    school.place,
    [school.phone && `${t`Phone`} ${school.phone}`, school.email].filter(Boolean).join('  ·  '),
  ].filter(Boolean)
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
    t`Back of the ID card of ${person.name}`,
    h('i', { style: { ...position({ ...across, top: -bleed, height: head + bleed }), background: band } }),
    h(
      'div',
      { className: 'card-middle', style: { ...position({ left: 4, top: 0.6, width: inner, height: head - 1 }), color: ink } },
      h('b', { style: textStyle(name) }, name.text),
    ),
    h(
      'div',
      { className: 'card-back-text', style: { ...position(middle), fontSize: pt(paragraphs.size) } },
      paragraphs.texts.map(({ label, value }, index) =>
        h(
          'p',
          { key: index, style: { lineHeight: lineHeight(value) } },
          label && h('b', { style: { color: text } }, `${label}: `),
          value,
        ),
      ),
    ),
    h('i', { style: { ...position({ ...across, top: height - foot, height: foot + bleed }), background: tint } }),
    h(
      'div',
      { className: 'card-middle', style: position({ left: 4, top: height - foot, width: inner, height: foot }) },
      h('span', { style: { ...textStyle(contact), whiteSpace: 'pre-line' } }, contact.text),
    ),
  )
}

/** Millimetres between two paragraphs of the back. */
const paragraphGap = 1.4

/**
 * Chooses the largest size in which paragraphs fit into a box. In the smallest size every paragraph is cut to its share
 * of the box.
 */
function fitParagraphs(paragraphs: readonly { label: string; value: string }[], box: Box) {
  const sizes = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5]
  const fullText = ({ label, value }: { label: string; value: string }) => (label === '' ? value : `${label}: ${value}`)
  const heightIn = (size: number) =>
    paragraphs.reduce(
      (sum, paragraph) =>
        sum + lineCount(fullText(paragraph), size * pointMm, box.width) * size * pointMm * lineHeight(paragraph.value),
      0,
    ) +
    (paragraphs.length - 1) * paragraphGap
  const size = sizes.find((candidate) => heightIn(candidate) <= box.height)
  if (size !== undefined) return { size, texts: paragraphs }
  const unit = 5 * pointMm
  const maxLines = (value: string) => Math.max(1, Math.floor(box.height / paragraphs.length / (unit * lineHeight(value))))
  return {
    size: 5,
    texts: paragraphs.map((paragraph) => ({
      ...paragraph,
      value: cut(paragraph.value, unit, box.width - 0.2 * box.width, maxLines(paragraph.value)),
    })),
  }
}

/** How far a background reaches over the card's edge, in millimetres. */
const bleed = 1

function position({ left, top, width, height }: Box): CSSProperties {
  return { left: mm(left), top: mm(top), width: mm(width), height: mm(height) }
}

function textStyle({ size, lineHeight: high }: ReturnType<typeof fit>): CSSProperties {
  return { fontSize: pt(size), lineHeight: high }
}

function mm(value: number): string {
  return `${Math.round(value * 1000) / 1000}mm`
}

function pt(value: number): string {
  return `${value}pt`
}
