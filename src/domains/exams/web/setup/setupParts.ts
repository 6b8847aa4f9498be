/** The parts of the tab Set-up by their name in the URL, `?tab=…`, the first one shown first. */
export const setupParts = ['classes', 'schemes', 'remarks', 'earlier'] as const
export type SetupPart = (typeof setupParts)[number]
