/** An amount of money in whole paise. Money is never a fraction: all arithmetic on it is in this file. */
export type Paise = number

function checked(paise: Paise): Paise {
  if (!Number.isSafeInteger(paise)) throw new RangeError('An amount of money must be a whole number of paise.')
  return paise
}

/** The sum of amounts; throws if one of them, or the sum, is no whole number of paise that can be held exactly. */
export function sumMoney(amounts: Iterable<Paise>): Paise {
  let total = 0
  for (const amount of amounts) total = checked(total + checked(amount))
  return total
}

/** `amount` without the amounts that follow; negative when they are more. */
export function lessMoney(amount: Paise, ...less: Paise[]): Paise {
  return checked(checked(amount) - sumMoney(less))
}

/** The smaller of two amounts. */
export function minMoney(one: Paise, other: Paise): Paise {
  return Math.min(checked(one), checked(other))
}

/**
 * `amount × numerator ÷ denominator`, rounded half-up: half a paisa goes up, away from what is owed being lost.
 * Exact for any size: the product is never a floating number. `denominator` must be positive.
 */
export function scaleMoney(amount: Paise, numerator: number, denominator: number): Paise {
  const over = BigInt(denominator)
  if (over <= 0n) throw new RangeError('A share of money needs a positive denominator.')
  const doubled = 2n * BigInt(checked(amount)) * BigInt(numerator) + over
  const quotient = doubled / (2n * over)
  const floored = doubled < 0n && doubled % (2n * over) !== 0n ? quotient - 1n : quotient
  return checked(Number(floored))
}

const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** `₹1,23,456.00`: Indian grouping, always two decimals; a negative amount carries its sign in front of the ₹. */
export function showMoney(paise: Paise): string {
  const whole = BigInt(Math.abs(checked(paise)))
  return `${paise < 0 ? '-' : ''}₹${rupees.format(whole / 100n)}.${String(whole % 100n).padStart(2, '0')}`
}

const shortUnits = [
  { paise: 1_000_000_000, unit: ' Cr' },
  { paise: 10_000_000, unit: ' L' },
  { paise: 100_000, unit: 'k' },
] as const

/** An amount as short as the axis of a chart needs it, to a tenth of a thousand, a lakh or a crore: `₹50k`, `₹7.5 L`, `₹1.2 Cr`. */
export function shortMoney(paise: Paise): string {
  const size = shortUnits.find((one) => Math.abs(paise) >= one.paise)
  if (!size) return showMoney(Math.round(paise)).replace(/\.00$/, '')
  const tenths = scaleMoney(Math.round(paise), 10, size.paise)
  return `${tenths < 0 ? '-' : ''}₹${rupees.format(Math.trunc(Math.abs(tenths) / 10))}${tenths % 10 === 0 ? '' : `.${Math.abs(tenths % 10)}`}${size.unit}`
}

/** Reads `1,234.5`, `₹1234` or `-12.05` as paise; more than two decimals, or anything else, is `null`. */
export function parseMoney(text: string): Paise | null {
  const parts = /^(-)?₹?(-)?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.replace(/\s/g, ''))
  if (!parts || (parts[1] && parts[2])) return null
  const whole = Number((parts[3] ?? '').replaceAll(',', '') + (parts[4] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(whole)) return null
  return (parts[1] || parts[2]) && whole !== 0 ? -whole : whole
}

/** The amount as a number of rupees, for the cell of an exported table; never to reckon with. */
export function inRupees(paise: Paise): number {
  return Number(`${checked(paise)}e-2`)
}
