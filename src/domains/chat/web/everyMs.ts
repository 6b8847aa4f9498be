/** How often what is new is asked for. */
export const everyMs = 5000
