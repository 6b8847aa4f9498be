import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { contrastRatio, parseHexColor } from '#shared/colors.ts'
import { qrPath } from '#shared/qrCode.ts'
import { runs } from '#tests/properties.ts'
import { cardColors } from './cardColors.ts'
import { cardFieldNames, cardLayouts, type CardLook, type CardPerson, type CardSchool } from './cardFields.ts'
import { cardsPerSheet, sheetPages, singlePages, singlePaper } from './cardPages.ts'
import { cardPlans, cardSize } from './cardPlans.ts'
import { cut, fit, lineCount, pointMm, textWidth } from './textFit.ts'

const sizes = [11, 9, 8, 7, 6.5]
const words = fc
  .array(
    fc.oneof(
      fc.string({ minLength: 1, maxLength: 25 }),
      fc.constantFrom('लक्ष्मीनारायण', 'कुलकर्णी', 'Venkatanarasimharajuvaripeta'),
    ),
  )
  .map((list) => list.join(' '))

describe('a text in its box', () => {
  test('takes the largest size in which it stays there; in the smallest it is cut, and never more than it must', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 60 }), fc.integer({ min: 4, max: 12 }), (text, width, height) => {
        const found = fit(text, { width, height }, sizes)
        const lines = lineCount(found.text, found.size * pointMm, width)
        const line = found.size * found.lineHeight * pointMm
        expect(lines * line).toBeLessThanOrEqual(Math.max(height + 0.06, line + 0.001))
        if (found.text === text) expect(found.height).toBeCloseTo(lines * line, 6)
        else expect([found.size, found.text.endsWith('…')]).toEqual([6.5, true])
        for (const larger of sizes.filter((size) => size > found.size))
          expect(lineCount(text, larger * pointMm, width) * larger * found.lineHeight * pointMm).toBeGreaterThan(height)
      }),
      { numRuns: 200 },
    )
  })

  test('a name of 60 letters and a Marathi one stay whole on every layout', () => {
    for (const name of [
      'Venkatanarasimharajuvaripeta Lakshminarayanan Subrahmanyamna',
      'MOHAMMED WASIMUDDIN MUMTAZ MEHMOODWALA MAHMUDMIAN WARUNGAMWALA',
      'त्र्यंबकेश्वर लक्ष्मीनारायण हरिश्चंद्र सूर्यवंशी देशमुख पाटील',
    ])
      for (const layout of cardLayouts) {
        const { name: box, nameSizes } = cardPlans[layout]
        expect(fit(name, box, nameSizes).text, `${layout}: ${name}`).toBe(name)
      }
  })

  test('signs above and below a letter take no width; a letter is never cut from its signs', () => {
    expect(textWidth('कि', 10)).toBeGreaterThan(textWidth('क', 10))
    expect(textWidth('के', 10)).toBe(textWidth('क', 10))
    expect(cut('लक्ष्मीनारायण', 3, 12, 1)).toMatch(/^(ल|लक्ष्मी|लक्ष्मीना|लक्ष्मीनारा)…$/)
  })
})

test('text on bands and in the school’s colour can be read, whatever the colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      const { band, ink, text, tint } = cardColors(color)
      expect(band).toBe(color)
      expect(contrastRatio(parseHexColor(band), parseHexColor(ink))).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(parseHexColor(text), parseHexColor('#ffffff'))).toBeGreaterThanOrEqual(4.45)
      expect(contrastRatio(parseHexColor(tint), parseHexColor('#000000'))).toBeGreaterThan(14)
    }),
    { numRuns: runs(500) },
  )
})

const look: CardLook = {
  holder: 'STUDENT',
  layout: 'CLASSIC',
  color: '#0b6e4f',
  fields: cardFieldNames.filter((field) => field !== 'ROLE'),
  backText: 'If found, please return it.',
  validUntil: '2027-03-31',
  signature: true,
}
const school: CardSchool = {
  name: 'Gurukul Vidyalaya',
  place: 'Kothrud, Pune',
  phone: '9822012345',
  email: '',
  termName: '2026-27',
  logoUrl: null,
  signatureUrl: null,
}
const person = (id: number, given: Partial<CardPerson> = {}): CardPerson => ({
  id: String(id),
  name: `Person ${id}`,
  photoUrl: null,
  qr: qrPath(`code ${id}`),
  values: { CLASS: '7-B', ROLL: String(id), ADDRESS: 'Somewhere', BLOOD_GROUP: '' },
  ...given,
})
const drawn = (pages: ReturnType<typeof sheetPages>) => renderToStaticMarkup(createElement('main', null, pages))

/** Where the cards of a page stand: `left/top name`. */
function places(html: string): string[] {
  return [
    ...html.matchAll(
      /class="card-slot" style="left:([\d.]+)mm;top:([\d.]+)mm"[\s\S]*?aria-label="(?:Back of the )?ID card of ([^"]+)"/gi,
    ),
  ].map(([, left, top, name]) => `${left}/${top} ${name}`)
}

describe('on paper', () => {
  test('a back is behind its front when the sheet is turned over its long edge', () => {
    const people = Array.from({ length: 13 }, (_, index) => person(index + 1))
    const pages = sheetPages({ look, school, people }, { first: 1, of: 2 })
    expect(pages).toHaveLength(4)
    const [fronts, backs] = pages.map((page) => places(drawn([page])))
    expect(fronts).toHaveLength(cardsPerSheet)
    const mirrored = fronts!.map((place) => {
      const [left, rest] = [Number.parseFloat(place), place.slice(place.indexOf('/'))]
      return `${Math.round((210 - left - 85.6) * 1000) / 1000}${rest}`
    })
    const rounded = backs!.map(
      (place) => `${Math.round(Number.parseFloat(place) * 1000) / 1000}${place.slice(place.indexOf('/'))}`,
    )
    expect(new Set(rounded)).toEqual(new Set(mirrored))
    // Nothing reaches over the sheet or into the next card.
    for (const place of fronts!) {
      const [left = 0, top = 0] = place.split(/[/ ]/).map(Number)
      expect([left >= 5, left + 85.6 <= 205, top >= 5, top + 53.98 <= 292]).toEqual([true, true, true, true])
    }
  })

  test('standing cards lie on the sheet, both sides the same way up', () => {
    const html = drawn(sheetPages({ look: { ...look, layout: 'PORTRAIT' }, school, people: [person(1)] }, { first: 1, of: 1 }))
    expect(html).toContain('rotate(90deg)')
    expect(html).toContain('rotate(-90deg)')
  })

  test('single cards have pages of their own size, front and back in turn', () => {
    expect(singlePaper(look)).toBe('85.6mm 53.98mm; margin: 0')
    expect(singlePaper({ ...look, layout: 'PORTRAIT' })).toBe('53.98mm 85.6mm; margin: 0')
    expect(cardSize('PORTRAIT')).toEqual({ width: 53.98, height: 85.6 })
    const html = drawn(singlePages({ look, school, people: [person(1), person(2)] }))
    expect([...html.matchAll(/card-(front|back)"/g)].map(([, side]) => side)).toEqual(['front', 'back', 'front', 'back'])
  })

  test('what is not known is not there; what somebody typed is text', () => {
    const html = drawn(
      singlePages({
        look,
        school,
        people: [person(1, { qr: null, name: '<script>alert(1)</script>', values: { CLASS: '"><img src=x>' } })],
      }),
    )
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('Blood group')
    expect(html).not.toContain('Address')
    expect(html).not.toContain('aria-label="QR code"')
    expect(html).toContain('No photo')
    expect(html).toContain('Valid until 31 Mar 2027')
  })
})
