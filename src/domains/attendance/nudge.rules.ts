/** Minutes for which a register is not asked for again: the teacher may be on the way to it. */
export const nudgePauseMinutes = 10

/** Returns whether a register that was asked for may be asked for again. */
export function mayAskAgain(askedAt: Date | string, now: Date): boolean {
  return new Date(askedAt).getTime() <= now.getTime() - nudgePauseMinutes * 60_000
}
