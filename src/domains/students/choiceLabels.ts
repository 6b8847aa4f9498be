import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import { type ChoiceList, isChoice, joinChoices, splitChoices, studentChoices } from './studentChoices.ts'

/** What the values of the closed lists are called. */
const labels: Readonly<Record<ChoiceList, Readonly<Record<string, string>>>> = saidWhenRead({
  yesNo: { YES: () => t`Yes`, NO: () => t`No` },
  socialCategory: { GENERAL: () => t`General`, SC: () => t`SC`, ST: () => t`ST`, OBC: () => t`OBC` },
  minorityGroup: {
    MUSLIM: () => t`Muslim`,
    CHRISTIAN: () => t`Christian`,
    SIKH: () => t`Sikh`,
    BUDDHIST: () => t`Buddhist`,
    PARSI: () => t`Parsi`,
    JAIN: () => t`Jain`,
    NONE: () => t({ message: 'None', context: 'minority group' }),
  },
  impairment: {
    BLINDNESS: () => t`Blindness`,
    LOW_VISION: () => t`Low vision`,
    HEARING: () => t`Hearing impairment`,
    SPEECH: () => t`Speech and language`,
    LOCOMOTOR: () => t`Locomotor disability`,
    MENTAL_ILLNESS: () => t`Mental illness`,
    LEARNING: () => t`Specific learning disabilities`,
    CEREBRAL_PALSY: () => t`Cerebral palsy`,
    AUTISM: () => t`Autism spectrum disorder`,
    MULTIPLE: () => t`Multiple disability`,
    LEPROSY_CURED: () => t`Leprosy cured`,
    DWARFISM: () => t`Dwarfism`,
    INTELLECTUAL: () => t`Intellectual disability`,
    MUSCULAR_DYSTROPHY: () => t`Muscular dystrophy`,
    NEUROLOGICAL: () => t`Chronic neurological conditions`,
    MULTIPLE_SCLEROSIS: () => t`Multiple sclerosis`,
    THALASSEMIA: () => t`Thalassemia`,
    HAEMOPHILIA: () => t`Haemophilia`,
    SICKLE_CELL: () => t`Sickle cell disease`,
    ACID_ATTACK: () => t`Acid attack victim`,
    PARKINSONS: () => t`Parkinson's disease`,
  },
  stream: {
    ARTS: () => t`Arts`,
    SCIENCE: () => t`Science`,
    COMMERCE: () => t`Commerce`,
    VOCATIONAL: () => t`Vocational`,
    OTHER: () => t({ message: 'Other', context: 'stream' }),
  },
  previousStatus: {
    SAME_SCHOOL: () => t`This school`,
    OTHER_SCHOOL: () => t`Another school`,
    ANGANWADI: () => t`Anganwadi`,
    NOT_STUDYING: () => t`Not studying`,
  },
  portalClass: {},
  previousResult: {
    PASSED: () => t`Passed`,
    NOT_PASSED: () => t`Not passed`,
    PASSED_WITHOUT_EXAM: () => t`Passed without examination`,
  },
})

/** Returns what a value of a list is called; '' for none. */
export function choiceLabel(list: ChoiceList, value: string): string {
  return labels[list][value] ?? value
}

/** Returns what the stored values of `choices` are called, with commas between them. */
export function choicesText(list: ChoiceList, stored: string): string {
  return splitChoices(stored)
    .map((value) => choiceLabel(list, value))
    .join(', ')
}

/** The values of a list with what they are called, for a field of a form. */
export function choiceOptions(list: ChoiceList): { value: string; label: string }[] {
  return studentChoices[list].map((value) => ({ value, label: choiceLabel(list, value) }))
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, ' ')

/** Other texts by which people write a value. */
const otherTexts: Readonly<Partial<Record<ChoiceList, Readonly<Record<string, string>>>>> = {
  yesNo: { y: 'YES', true: 'YES', होय: 'YES', हाँ: 'YES', n: 'NO', false: 'NO', नाही: 'NO', नहीं: 'NO' },
  socialCategory: { gen: 'GENERAL', open: 'GENERAL' },
  minorityGroup: { na: 'NONE', no: 'NONE', islam: 'MUSLIM' },
  previousResult: { pass: 'PASSED', promoted: 'PASSED', fail: 'NOT_PASSED', failed: 'NOT_PASSED' },
}

/** Returns the value that a typed text means: the value itself, what it is called, or another usual text. */
export function findChoice(list: ChoiceList, typed: string): string | undefined {
  const upper = typed.trim().toUpperCase().replaceAll(/\s+/gu, '_')
  if (isChoice(list, upper)) return upper
  const wanted = plain(typed)
  return studentChoices[list].find((value) => plain(choiceLabel(list, value)) === wanted) ?? otherTexts[list]?.[wanted]
}

/** Returns the stored text of typed `choices`, which commas or semicolons divide. A text that is no value stays. */
export function findChoices(list: ChoiceList, typed: string): string {
  const parts = typed.split(/[,;]/u).map((part) => part.trim())
  return joinChoices(
    list,
    parts.filter(Boolean).map((part) => findChoice(list, part) ?? part),
  )
}
