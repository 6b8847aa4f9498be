/** A line of the page of the day that has rows. */
export type RowsPart = 'missing' | 'registers' | 'families' | 'toldUs' | 'birthdays'

/** Rows that stand there at once. All of a large school would hide the lines below. */
export const mostShown = 3
