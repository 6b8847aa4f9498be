import { withLatinDigits } from './digits.ts'

/** A share in whole hundredths of a per cent: 2500 is 25 %. */
export type Share = number

/** The whole: 100 %. */
export const wholeShare: Share = 10_000

/** Parses `25`, `12.5` or `12.5 %` as a share. Returns null for more than two decimals and any other text. */
export function parsePercent(text: string): Share | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/.exec(withLatinDigits(text).replace(/\s/g, ''))
  return parts ? Number((parts[1] ?? '') + (parts[2] ?? '').padEnd(2, '0')) : null
}

/** Formats a share as its number of per cents: `12.5`. */
export function percentNumber(share: Share): string {
  const decimals = String(share % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.trunc(share / 100)}${decimals && `.${decimals}`}`
}

/** Formats a share: `12.5 %`. */
export function showPercent(share: Share): string {
  return `${percentNumber(share)} %`
}
