import { builder } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { LegacyProblem, LegacyReport, TermReport } from '../legacy.rules.ts'
import { legacyImportId, legacyImportOrder } from '../legacy.schema.ts'
import { findLegacyImport, importLegacy, listLegacyImports, readLegacyLayout } from './legacy.commands.ts'
import { type LegacyImport, legacyStates, legacySteps } from './legacyImports.sql.ts'
import { legacyColumns } from './legacyRow.ts'

const StateType = builder.enumType('LegacyImportState', { values: legacyStates })
const StepType = builder.enumType('LegacyImportStep', { values: legacySteps })

const ColumnType = builder.objectRef<ImportColumn>('LegacyColumn').implement({
  description: 'A column of a file from the previous system.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The header in the sample.' }),
    label: t.exposeString('label'),
    required: t.boolean({ resolve: (column) => column.required === true }),
    aliases: t.stringList({ description: 'Other accepted headers.', resolve: (column) => [...(column.aliases ?? [])] }),
  }),
})

const ProblemType = builder.objectRef<LegacyProblem>('LegacyProblem').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Counted as in a spreadsheet: the header is 1.' }),
    column: t.exposeString('column', { description: 'Empty for the whole row.' }),
    value: t.exposeString('value'),
    message: t.string({ resolve: (problem) => sayStored(problem.message) }),
  }),
})

const TermType = builder.objectRef<TermReport>('LegacyTermReport').implement({
  fields: (t) => ({
    term: t.exposeString('term'),
    added: t.exposeBoolean('added', { description: 'Whether the import added the term.' }),
    classes: t.exposeInt('classes'),
    sections: t.exposeInt('sections'),
    places: t.exposeInt('places'),
  }),
})

const ReportType = builder.objectRef<LegacyReport>('LegacyReport').implement({
  description: 'The result of an import.',
  fields: (t) => ({
    rows: t.exposeInt('rows'),
    terms: t.exposeInt('terms'),
    classes: t.exposeInt('classes'),
    sections: t.exposeInt('sections'),
    students: t.exposeInt('students'),
    disabled: t.exposeInt('disabled', { description: 'Disabled students among those added.' }),
    places: t.exposeInt('places', { description: 'Enrolments added.' }),
    knownByLegacyId: t.exposeInt('knownByLegacyId'),
    knownByRegisterNo: t.exposeInt('knownByRegisterNo'),
    placesKept: t.exposeInt('placesKept', { description: 'Rows whose student was already enrolled in the term.' }),
    unread: t.exposeStringList('unread', { description: 'Headers of columns that were ignored.' }),
    repairedPhones: t.int({
      description: 'Number of phones with a country code, a leading 0, spaces or hyphens removed.',
      resolve: (report) => report.repairedPhones ?? 0,
    }),
    repairedPhoneRows: t.intList({
      description: 'The first 500 rows of these phones.',
      resolve: (report) => report.repairedPhoneRows ?? [],
    }),
    byTerm: t.field({ type: [TermType], resolve: (report) => report.byTerm }),
  }),
})

const ImportType = builder.objectRef<LegacyImport>('LegacyImport').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    fileName: t.exposeString('fileName'),
    state: t.field({ type: StateType, resolve: (row) => row.state }),
    step: t.field({ type: StepType, resolve: (row) => row.step }),
    done: t.exposeInt('done'),
    total: t.exposeInt('total', { description: '0 while unknown.' }),
    failure: t.string({ nullable: true, resolve: (legacyImport) => legacyImport.failure && sayStored(legacyImport.failure) }),
    problems: t.field({ type: [ProblemType], description: 'The first 500.', resolve: (row) => row.problems }),
    problemCount: t.exposeInt('problemCount'),
    report: t.field({ type: ReportType, nullable: true, resolve: (row) => row.report }),
    createdAt: t.field({ type: 'DateTime', resolve: (row) => row.createdAt }),
    createdByName: t.exposeString('createdByName'),
    finishedAt: t.field({ type: 'DateTime', nullable: true, resolve: (row) => row.finishedAt }),
  }),
})

builder.queryFields((t) => ({
  legacyImports: commandField(t, listLegacyImports, { type: [ImportType], description: 'The newest 20 imports of a school.' }),
  legacyImport: commandField(t, findLegacyImport, { type: ImportType, input: inputType('LegacyImportOfId', legacyImportId) }),
  legacyLayout: t.field({
    type: [ColumnType],
    description: 'The columns of a file, in the order of the sample.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => {
      await readLegacyLayout(call, schoolId, {})
      return [...legacyColumns]
    },
  }),
}))

builder.mutationField('importLegacy', (t) =>
  commandField(t, importLegacy, { work: 30, type: ImportType, input: inputType('LegacyOrder', legacyImportOrder) }),
)
