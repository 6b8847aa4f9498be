/** What src/domains/udise needs to know of a student's fields, on both sides. */
export { choiceLabel, choiceOptions, choicesText, findChoice, findChoices } from './choiceLabels.ts'
export { type ChoiceList, splitChoices, studentChoices } from './studentChoices.ts'
export { factsOf, type StudentField, studentFields } from './students.fields.ts'
