interface Shift {
  ahead: number
  realNow(): number
}

/**
 * Lets `Date` tell a time that is `ahead` milliseconds ahead. A further call changes by how much. Monotonic clocks
 * (timers, `performance`) do not change, as when a real clock is set. It also runs in pages, as a text, so it uses
 * nothing around it.
 *
 * @returns the real time
 */
export function shiftDate(ahead: number): number {
  const key = Symbol.for('shala.shiftedDate')
  const realm = globalThis as { [name: symbol]: Shift | undefined }
  const before = realm[key]
  if (before) {
    before.ahead = ahead
    return before.realNow()
  }
  const Real = Date
  const shift: Shift = { ahead, realNow: () => Real.now() }
  realm[key] = shift
  const now = () => Real.now() + shift.ahead
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  // `date.constructor` must agree with instanceof.
  Real.prototype.constructor = globalThis.Date
  return Real.now()
}
