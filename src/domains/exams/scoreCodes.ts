/** Codes in the place of a score: absent, on medical leave, exempt. Here, because who enters marks needs no schema. */
export const codes = ['AB', 'ML', 'EX'] as const
