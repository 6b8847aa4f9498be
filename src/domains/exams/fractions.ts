/** An exact number: its denominator is above zero, and it is not reduced. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

/** Returns the sum; 0 for an empty list. */
export function addFractions(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(
    (sum, each) =>
      sum.denominator === each.denominator
        ? { numerator: sum.numerator + each.numerator, denominator: sum.denominator }
        : {
            numerator: sum.numerator * each.denominator + each.numerator * sum.denominator,
            denominator: sum.denominator * each.denominator,
          },
    fraction(0n),
  )
}

/** Returns the fraction times `by` divided by `per`, which is above zero. */
export function scaleFraction(value: Fraction, by: bigint | number, per: bigint | number): Fraction {
  return { numerator: value.numerator * BigInt(by), denominator: value.denominator * BigInt(per) }
}

/** Returns a number below, at or above zero, as for sorting. */
export function compareFractions(first: Fraction, second: Fraction): number {
  const difference = first.numerator * second.denominator - second.numerator * first.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Returns the nearest multiple of a step, of two equally near ones the upper. The fraction is not below zero. */
export function roundHalfUp({ numerator, denominator }: Fraction, step: number): number {
  const unit = denominator * BigInt(step)
  return Number((2n * numerator + unit) / (2n * unit)) * step
}

/** Returns the least multiple of a step that is not below the fraction, which is not below zero. */
export function roundUp({ numerator, denominator }: Fraction, step: number): number {
  const unit = denominator * BigInt(step)
  return Number((numerator + unit - 1n) / unit) * step
}

/** Returns the greatest whole number that is not above the fraction, which is not below zero. */
export function roundDown({ numerator, denominator }: Fraction): number {
  return Number(numerator / denominator)
}
