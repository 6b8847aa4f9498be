/** The names of ready schemes that are not offered any more, by their files. Schools have copies of them. */
export const earlierSchemes = {
  // Two schemes since, because the statements of a holistic card differ by stage (decisions/0107).
  'cbse-1-5': 'CBSE, classes 1 to 5',
} as const
export type EarlierScheme = keyof typeof earlierSchemes
