/** How a school asks for the month in which a child joins: whole, half, by its days, or from the next month on. */
export const joiningMonths = ['WHOLE', 'HALF', 'DAYS', 'NEXT'] as const
export type JoiningMonth = (typeof joiningMonths)[number]
