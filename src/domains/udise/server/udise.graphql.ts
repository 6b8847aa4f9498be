import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { boardView, fillForm, fillView, sheetForm } from '../udise.schema.ts'
import { exportSheet, type FillPageRow, fillGovernmentIds, type UdiseSheet, viewBoard, viewFillPage } from './udise.commands.ts'

type Board = Awaited<ReturnType<typeof viewBoard>>

const UdiseSectionType = builder.objectRef<Board['sections'][number]>('UdiseSection').implement({
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    students: t.exposeInt('students'),
    ready: t.exposeInt('ready', { description: 'Number of students who lack nothing that the portal does not do without.' }),
    missing: t.exposeIntList('missing', { description: 'Number of students who lack each item, in the order of UdiseItem.' }),
  }),
})

const UdiseBoardType = builder.objectRef<Board>('UdiseBoard').implement({
  description: 'What students of a term lack for the portal UDISE+, by section.',
  fields: (t) => ({
    year: t.exposeString('year', { description: 'The school year of the format that holds for the term.' }),
    sections: t.field({ type: [UdiseSectionType], resolve: ({ sections }) => sections }),
  }),
})

const UdiseStudentType = builder.objectRef<FillPageRow>('UdiseStudent').implement({
  description: 'A row of the grid of government ids.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
    missing: t.exposeStringList('missing', { description: 'The items that the student lacks.' }),
    cells: t.exposeStringList('cells', { description: 'The values of the cells, in the order of the grid. Aadhaar is masked.' }),
  }),
})

const UdisePageType = builder.objectRef<{ total: number; rows: FillPageRow[] }>('UdisePage').implement({
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of students on all pages.' }),
    rows: t.field({ type: [UdiseStudentType], resolve: ({ rows }) => rows }),
  }),
})

const UdiseSheetRowType = builder.objectRef<string[]>('UdiseSheetRow').implement({
  fields: (t) => ({ cells: t.stringList({ resolve: (cells) => cells }) }),
})

const UdiseSheetType = builder.objectRef<UdiseSheet>('UdiseSheet').implement({
  description: 'The sheet of the portal UDISE+.',
  fields: (t) => ({
    year: t.exposeString('year'),
    columns: t.exposeStringList('columns'),
    rows: t.field({ type: [UdiseSheetRowType], resolve: ({ rows }) => rows }),
    leftOut: t.exposeInt('leftOut', { description: 'Number of students who are not ready and were left out.' }),
  }),
})

builder.queryFields((t) => ({
  udiseBoard: commandField(t, viewBoard, { work: 60, type: UdiseBoardType, input: inputType('UdiseBoardView', boardView) }),
  udisePage: commandField(t, viewFillPage, { type: UdisePageType, input: inputType('UdiseFillView', fillView) }),
}))

builder.mutationFields((t) => ({
  fillGovernmentIds: commandField(t, fillGovernmentIds, {
    type: 'Int',
    description: 'Stores the changed cells of the grid, all or none, and returns the number of students.',
    input: inputType('UdiseFillForm', fillForm),
  }),
  exportUdiseSheet: commandField(t, exportSheet, {
    work: 300,
    type: UdiseSheetType,
    description: 'Returns the sheet of the portal for a term. Each export is audited.',
    input: inputType('UdiseSheetForm', sheetForm),
  }),
}))
