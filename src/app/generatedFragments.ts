import { listedFields, studentFieldNames } from '#domains/students/students.fields.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'

/**
 * The GraphQL fragments whose fields come from a registry, by file. They are written before the typed documents, so
 * that a new entry of the registry is asked for by the browser without another edit. Git does not hold them.
 */
export const generatedFragments: Readonly<Record<string, string>> = {
  'src/domains/daybook/web/taken.generated.graphql': fragment('Taken', 'TakenRow', [
    'name',
    ...paymentModeNames.map((mode) => paymentModes[mode].column),
    'total',
  ]),
  'src/domains/students/web/studentFields.generated.graphql': [
    fragment('StudentListed', 'Student', listedFields),
    fragment('StudentPlain', 'StudentDetails', studentFieldNames),
  ].join('\n'),
}

function fragment(name: string, type: string, fields: readonly string[]): string {
  return `fragment ${name} on ${type} {\n${fields.map((field) => `  ${field}\n`).join('')}}\n`
}
