import type { CSSProperties } from 'react'
import type { CardColors } from './cardColors.ts'
import type { CardLayout } from './cardFields.ts'

/** A rectangle on the card, in millimetres from its upper left corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The CR80 format (ISO 7810 ID-1) in landscape: 85.60 × 53.98 mm, with corners rounded by 3.18 mm. */
export const cr80 = { width: 85.6, height: 53.98, radius: 3.18 } as const

/** Returns the size of a layout's card, landscape or portrait. */
export function cardSize(layout: CardLayout): { width: number; height: number } {
  return layout === 'PORTRAIT' ? { width: cr80.height, height: cr80.width } : { width: cr80.width, height: cr80.height }
}

/** A rectangle that starts where the name ends. */
interface Column {
  left: number
  width: number
  bottom: number
}

/** The positions of all parts of a layout. */
export interface CardPlan {
  /** Bands and stripes in the background. */
  shapes: (colors: CardColors) => CSSProperties[]
  logo: Box
  school: Box
  /** Used if there is no logo. */
  schoolAlone?: Box
  schoolSizes: readonly number[]
  schoolOnBand: boolean
  photo: Box
  /** Used if there is no logo. */
  photoAlone?: Box
  photoFrame: 'white' | 'line'
  name: Box
  nameSizes: readonly number[]
  /** Minimum height reserved for the name. */
  nameLeast: number
  nameInk: 'text' | 'black'
  centred: boolean
  /** The rows beside a code or a signature, and the rows without either. */
  facts: Column
  factsAlone: Column
  factSizes: readonly number[]
  qr: Box
  signature: Box
  /** Used if there is no code. */
  signatureAlone: Box
  foot: Box
  footOnBand: boolean
  footStacked: boolean
  /** Heights of the band at the top of the back, and of the tinted area at its bottom. */
  backHead: number
  backFoot: number
}

/** Bleed in millimetres: how far a background reaches over the card's edge. */
const bleed = 1
const { width: long, height: short } = cr80

function area(
  left: number,
  top: number,
  width: number,
  height: number,
  background: string,
  also: CSSProperties = {},
): CSSProperties {
  return { left: `${left}mm`, top: `${top}mm`, width: `${width}mm`, height: `${height}mm`, background, ...also }
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, width, height }
}

const nameSizes = [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5]

const classic: CardPlan = {
  shapes: ({ band, line, tint }) => [
    area(-bleed, -bleed, long + 2 * bleed, 13.6 + bleed, band),
    area(-bleed, 13.6, long + 2 * bleed, 0.8, line),
    area(-bleed, 47.7, long + 2 * bleed, short - 47.7 + bleed, tint),
  ],
  logo: box(4, 1.8, 10, 10),
  school: box(16.4, 1.4, long - 16.4 - 4, 10.8),
  schoolAlone: box(4, 1.4, long - 8, 10.8),
  schoolSizes: [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6],
  schoolOnBand: true,
  photo: box(4, 17.3, 21.5, 27.6),
  photoFrame: 'line',
  name: box(28.4, 16.7, long - 28.4 - 4, 8.4),
  nameSizes,
  nameLeast: 4.6,
  nameInk: 'text',
  centred: false,
  facts: { left: 28.4, width: 34.4, bottom: 46.9 },
  factsAlone: { left: 28.4, width: long - 28.4 - 4, bottom: 46.9 },
  factSizes: [7.5, 7, 6.5, 6, 5.5],
  qr: box(long - 4 - 14.6, 24.6, 14.6, 14.6),
  signature: box(long - 4 - 17.5, 39.4, 17.5, 7.8),
  signatureAlone: box(long - 4 - 17.5, 36, 17.5, 11),
  foot: box(4, 47.7, long - 8, short - 47.7),
  footOnBand: false,
  footStacked: false,
  backHead: 8,
  backFoot: 9.5,
}

const band: CardPlan = {
  shapes: ({ band: color, line }) => [
    area(-bleed, -bleed, 27 + bleed, short + 2 * bleed, color),
    area(27, -bleed, 0.8, short + 2 * bleed, line),
    area(31, 14.2, long - 31 - 4, 0.25, line),
  ],
  logo: box(8, 3.2, 11, 11),
  school: box(31, 3, long - 31 - 4, 10.8),
  schoolSizes: [10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5],
  schoolOnBand: false,
  photo: box(3, 16.8, 21, 26.6),
  photoAlone: box(3, 9, 21, 26.6),
  photoFrame: 'white',
  name: box(31, 15.4, long - 31 - 4, 8.6),
  nameSizes,
  nameLeast: 4.6,
  nameInk: 'black',
  centred: false,
  facts: { left: 31, width: 32.4, bottom: 51 },
  factsAlone: { left: 31, width: long - 31 - 4, bottom: 51 },
  factSizes: [7.5, 7, 6.5, 6, 5.5],
  qr: box(long - 4 - 15.6, 25, 15.6, 15.6),
  signature: box(long - 4 - 17, 41.6, 17, 9),
  signatureAlone: box(long - 4 - 17, 39.6, 17, 11),
  foot: box(1, 44.6, 25, 7.8),
  footOnBand: true,
  footStacked: true,
  backHead: 8,
  backFoot: 9.5,
}

const portrait: CardPlan = {
  shapes: ({ band: color, tint }) => [
    area(-bleed, -bleed, short + 2 * bleed, 29 + bleed, color, { borderRadius: '0 0 50% 50% / 0 0 6mm 6mm' }),
    area(-bleed, long - 6.4, short + 2 * bleed, 6.4 + bleed, tint),
  ],
  logo: box(4, 3, 10, 10),
  school: box(15.6, 2.4, short - 15.6 - 3, 11.2),
  schoolAlone: box(3, 2.4, short - 6, 11.2),
  schoolSizes: [10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5],
  schoolOnBand: true,
  photo: box((short - 22.4) / 2, 15.2, 22.4, 28),
  photoFrame: 'white',
  name: box(3, 44, short - 6, 9),
  nameSizes,
  nameLeast: 4.6,
  nameInk: 'text',
  centred: true,
  facts: { left: 3.6, width: 30, bottom: 78.4 },
  factsAlone: { left: 8, width: short - 16, bottom: 78.4 },
  factSizes: [6.5, 6, 5.5],
  qr: box(short - 3.6 - 15.4, 53.6, 15.4, 15.4),
  signature: box(short - 3.6 - 15.8, 69.4, 15.8, 9),
  signatureAlone: box(short - 3.6 - 15.8, 67.4, 15.8, 11),
  foot: box(3.6, long - 6.4, short - 7.2, 6.4),
  footOnBand: false,
  footStacked: false,
  backHead: 10.5,
  backFoot: 13,
}

export const cardPlans: Readonly<Record<CardLayout, CardPlan>> = { CLASSIC: classic, BAND: band, PORTRAIT: portrait }
