/** Random numbers, reproducible by seed. */
export interface Chance {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns a whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** Returns true with this probability in percent. */
  of100(percent: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns one of the names by weight. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** Returns a random stream for a part, independent of the other parts' order. */
export function chanceOf(seed: number, part: number): Chance {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    of100: (percent) => next() * 100 < percent,
    pick: (from) => from[whole(0, from.length - 1)]!,
    weighed: (weights) => {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const [name] = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!
      return name as keyof typeof weights
    },
  }
}
