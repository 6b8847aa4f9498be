/** How a school takes attendance (the specification's att_type). */
export const attTypes = ['DAILY', 'DUAL', 'SUBJECTWISE'] as const
export type AttType = (typeof attTypes)[number]
