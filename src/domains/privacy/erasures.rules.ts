/**
 * The days from the question for an erasure to the night that carries it out: time for a super administrator to look,
 * and for anybody who answers for the school to stop it, also during holidays.
 */
export const erasureWaitingDays = 30

/** Returns the moment from which the nightly job carries out an erasure that was asked for. */
export function erasureDue(askedAt: Date): Date {
  return new Date(askedAt.getTime() + erasureWaitingDays * 86_400_000)
}
