import { withLatinDigits } from './digits.ts'
import { t } from '#shared/texts.ts'
import { groupDigits } from './counts.ts'

/** An amount of money in whole paise, never a fraction. All arithmetic on money is in this file. */
export type Paise = number

function requireWholePaise(paise: Paise): Paise {
  if (!Number.isSafeInteger(paise)) throw new RangeError('An amount of money must be a whole number of paise.')
  return paise
}

/**
 * Returns the sum of amounts.
 * @throws RangeError when an amount or the sum is not a safe whole number of paise
 */
export function sumMoney(amounts: Iterable<Paise>): Paise {
  let total = 0
  for (const amount of amounts) total = requireWholePaise(total + requireWholePaise(amount))
  return total
}

/** Subtracts amounts from an amount. The result may be negative. */
export function subtractMoney(amount: Paise, ...subtrahends: Paise[]): Paise {
  return requireWholePaise(requireWholePaise(amount) - sumMoney(subtrahends))
}

/** Returns the smaller of two amounts. */
export function minMoney(a: Paise, b: Paise): Paise {
  return Math.min(requireWholePaise(a), requireWholePaise(b))
}

/**
 * Returns `amount × numerator ÷ denominator`, rounded half-up: half a paisa rounds up, so that nothing owed is lost.
 * Exact for any size, because the product is a BigInt. `denominator` must be positive.
 */
export function scaleMoney(amount: Paise, numerator: number, denominator: number): Paise {
  const divisor = BigInt(denominator)
  if (divisor <= 0n) throw new RangeError('A share of money needs a positive denominator.')
  const doubled = 2n * BigInt(requireWholePaise(amount)) * BigInt(numerator) + divisor
  const quotient = doubled / (2n * divisor)
  const floored = doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
  return requireWholePaise(Number(floored))
}

/** Formats an amount as `₹1,23,456.00`: Indian digit grouping, two decimals, and a minus sign before the ₹. */
export function showMoney(paise: Paise): string {
  const whole = BigInt(Math.abs(requireWholePaise(paise)))
  return `${paise < 0 ? '-' : ''}₹${groupDigits(whole / 100n)}.${String(whole % 100n).padStart(2, '0')}`
}

const shortUnits = [
  { paise: 1_000_000_000, unit: () => ` ${t({ message: 'Cr', context: 'crore' })}` },
  { paise: 10_000_000, unit: () => ` ${t({ message: 'L', context: 'lakh' })}` },
  { paise: 100_000, unit: () => t({ message: 'k', context: 'thousand' }) },
] as const

/** Formats an amount for a chart's axis, to a tenth of a thousand, lakh or crore: `₹50k`, `₹7.5 L`, `₹1.2 Cr`. */
export function shortMoney(paise: Paise): string {
  const size = shortUnits.find((unit) => Math.abs(paise) >= unit.paise)
  if (!size) return showMoney(Math.round(paise)).replace(/\.00$/, '')
  const tenths = scaleMoney(Math.round(paise), 10, size.paise)
  return `${tenths < 0 ? '-' : ''}₹${groupDigits(Math.trunc(Math.abs(tenths) / 10))}${tenths % 10 === 0 ? '' : `.${Math.abs(tenths % 10)}`}${size.unit()}`
}

/**
 * Parses `1,234.5`, `₹1234` or `-12.05` as paise, also in digits of Indian scripts. Returns null for more than two
 * decimals and any other text.
 */
export function parseMoney(text: string): Paise | null {
  const parts = /^(-)?₹?(-)?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(withLatinDigits(text).replace(/\s/g, ''))
  if (!parts || (parts[1] && parts[2])) return null
  const whole = Number((parts[3] ?? '').replaceAll(',', '') + (parts[4] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(whole)) return null
  return (parts[1] || parts[2]) && whole !== 0 ? -whole : whole
}

/** Writes an amount in rupees with two decimals and nothing else, as payment apps read it: `1234.50`. */
export function writeRupees(paise: Paise): string {
  const whole = BigInt(requireWholePaise(paise))
  return `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`
}

/** Converts an amount to rupees for an exported table's cell. Never calculate with the result. */
export function toRupees(paise: Paise): number {
  return Number(`${requireWholePaise(paise)}e-2`)
}
