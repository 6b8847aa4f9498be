/*
 * The values of the fields with a closed list, as they are stored. What they are called is in choiceLabels.ts, which
 * comes only where they are shown. The codes of a portal are not stored: they change with its year and are in the files
 * of its formats (src/domains/udise/formats).
 */
export const studentChoices = {
  yesNo: ['YES', 'NO'],
  socialCategory: ['GENERAL', 'SC', 'ST', 'OBC'],
  minorityGroup: ['MUSLIM', 'CHRISTIAN', 'SIKH', 'BUDDHIST', 'PARSI', 'JAIN', 'NONE'],
  impairment: [
    'BLINDNESS',
    'LOW_VISION',
    'HEARING',
    'SPEECH',
    'LOCOMOTOR',
    'MENTAL_ILLNESS',
    'LEARNING',
    'CEREBRAL_PALSY',
    'AUTISM',
    'MULTIPLE',
    'LEPROSY_CURED',
    'DWARFISM',
    'INTELLECTUAL',
    'MUSCULAR_DYSTROPHY',
    'NEUROLOGICAL',
    'MULTIPLE_SCLEROSIS',
    'THALASSEMIA',
    'HAEMOPHILIA',
    'SICKLE_CELL',
    'ACID_ATTACK',
    'PARKINSONS',
  ],
  stream: ['ARTS', 'SCIENCE', 'COMMERCE', 'VOCATIONAL', 'OTHER'],
  previousStatus: ['SAME_SCHOOL', 'OTHER_SCHOOL', 'ANGANWADI', 'NOT_STUDYING'],
  portalClass: ['PP3', 'PP2', 'PP1', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  previousResult: ['PASSED', 'NOT_PASSED', 'PASSED_WITHOUT_EXAM'],
} as const

export type ChoiceList = keyof typeof studentChoices

/** Returns whether a text is a value of a list. */
export function isChoice(list: ChoiceList, value: string): boolean {
  return (studentChoices[list] as readonly string[]).includes(value)
}

/** Splits the stored text of `choices`. */
export function splitChoices(stored: string): string[] {
  return stored.split(',').filter(Boolean)
}

/** Joins values of `choices` to the stored text: each once, in the order of the list. Unknown ones stay, at the end. */
export function joinChoices(list: ChoiceList, values: readonly string[]): string {
  const known: readonly string[] = studentChoices[list]
  const given = new Set(values)
  return [...known.filter((value) => given.has(value)), ...[...given].filter((value) => !known.includes(value))].join(',')
}
