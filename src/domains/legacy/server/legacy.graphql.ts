import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import { type LegacyProblem, type LegacyReport, legacyImportOfId, legacyOrder, type TermReport } from '../legacy.schema.ts'
import { findLegacyImport, importLegacy, listLegacyImports, readLegacyLayout } from './legacy.commands.ts'
import { type LegacyImport, legacyStates, legacySteps } from './legacyImports.sql.ts'
import { legacyColumns } from './legacyRow.ts'

const StateType = builder.enumType('LegacyImportState', { values: legacyStates })
const StepType = builder.enumType('LegacyImportStep', { values: legacySteps })

const ColumnType = builder.objectRef<ImportColumn>('LegacyColumn').implement({
  description: 'A column of a file from the previous system.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its header in the sample.' }),
    label: t.exposeString('label'),
    required: t.boolean({ resolve: (column) => column.required === true }),
    aliases: t.stringList({ description: 'Other headers it is found under.', resolve: (column) => [...(column.aliases ?? [])] }),
  }),
})

const ProblemType = builder.objectRef<LegacyProblem>('LegacyProblem').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'As a spreadsheet program counts: the header is 1.' }),
    column: t.exposeString('column', { description: 'Empty for the row as a whole.' }),
    value: t.exposeString('value'),
    message: t.exposeString('message'),
  }),
})

const TermType = builder.objectRef<TermReport>('LegacyTermReport').implement({
  fields: (t) => ({
    term: t.exposeString('term'),
    added: t.exposeBoolean('added', { description: 'The school did not have it before.' }),
    classes: t.exposeInt('classes'),
    sections: t.exposeInt('sections'),
    places: t.exposeInt('places'),
  }),
})

const ReportType = builder.objectRef<LegacyReport>('LegacyReport').implement({
  description: 'What came in with a file.',
  fields: (t) => ({
    rows: t.exposeInt('rows'),
    terms: t.exposeInt('terms'),
    classes: t.exposeInt('classes'),
    sections: t.exposeInt('sections'),
    students: t.exposeInt('students'),
    disabled: t.exposeInt('disabled', { description: 'Of the students who were added.' }),
    places: t.exposeInt('places', { description: 'Students who were put into a term.' }),
    knownByLegacyId: t.exposeInt('knownByLegacyId'),
    knownByRegisterNo: t.exposeInt('knownByRegisterNo'),
    placesKept: t.exposeInt('placesKept', { description: 'Rows of students who had a place in the term already.' }),
    unread: t.exposeStringList('unread', { description: 'Headers that nothing was read from.' }),
    repairedPhones: t.int({
      description: 'Cells whose phones were written with a country code, a leading 0, spaces or hyphens.',
      resolve: (report) => report.repairedPhones ?? 0,
    }),
    repairedPhoneRows: t.intList({
      description: 'The rows of these cells: the first 500.',
      resolve: (report) => report.repairedPhoneRows ?? [],
    }),
    byTerm: t.field({ type: [TermType], resolve: (report) => report.byTerm }),
  }),
})

const ImportType = builder.objectRef<LegacyImport>('LegacyImport').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    fileName: t.exposeString('fileName'),
    state: t.field({ type: StateType, resolve: (one) => one.state }),
    step: t.field({ type: StepType, resolve: (one) => one.step }),
    done: t.exposeInt('done'),
    total: t.exposeInt('total', { description: '0 as long as nobody knows.' }),
    failure: t.exposeString('failure', { nullable: true }),
    problems: t.field({ type: [ProblemType], description: 'The first 500.', resolve: (one) => one.problems }),
    problemCount: t.exposeInt('problemCount'),
    report: t.field({ type: ReportType, nullable: true, resolve: (one) => one.report }),
    createdAt: t.field({ type: 'DateTime', resolve: (one) => one.createdAt }),
    createdByName: t.exposeString('createdByName'),
    finishedAt: t.field({ type: 'DateTime', nullable: true, resolve: (one) => one.finishedAt }),
  }),
})

builder.queryFields((t) => ({
  legacyImports: t.field({
    type: [ImportType],
    description: 'The newest 20 of a school.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listLegacyImports(call, schoolId, {}),
  }),
  legacyImport: t.field({
    type: ImportType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LegacyImportOfId', legacyImportOfId) }) },
    resolve: (_, { schoolId, input }, call) => findLegacyImport(call, schoolId, input),
  }),
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
  t.field({
    type: ImportType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LegacyOrder', legacyOrder) }) },
    resolve: (_, { schoolId, input }, call) => importLegacy(call, schoolId, input),
  }),
)
