import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { openingDuesImport } from '../openingDues.schema.ts'
import { openingDuesActions } from './fees.permissions.ts'
import { importOpeningDues, undoOpeningDuesImport } from './openingDues.commands.ts'

builder.mutationFields((t) => ({
  importOpeningDues: commandField(t, importOpeningDues, {
    type: ImportedType,
    description:
      'Imports what students owed before the school started with Shala, all rows or none. A due that is stored already is corrected.',
    extensions: importBy(openingDuesActions.import),
    input: inputType('OpeningDuesImport', openingDuesImport),
  }),
  undoOpeningDuesImport: commandField(t, undoOpeningDuesImport, {
    work: 200,
    type: 'Int',
    description: 'Undoes an import of dues and returns their number. Refused once something was paid on one of them.',
    args: { id: t.arg.id() },
  }),
}))
