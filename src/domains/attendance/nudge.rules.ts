/** Minutes between two reminders of a register, because the teacher may be on the way to it. */
export const nudgePauseMinutes = 10

/** Returns whether another reminder of a register may be sent. */
export function mayRemindAgain(askedAt: Date | string, now: Date): boolean {
  return new Date(askedAt).getTime() <= now.getTime() - nudgePauseMinutes * 60_000
}
