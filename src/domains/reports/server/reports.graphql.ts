import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { builder, PermissionType } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { reportChoicesView, reportOrder } from '../reports.schema.ts'
import { orderReport } from './reports.commands.ts'
import { viewReportChoices, viewReportRights } from './reports.queries.ts'
import type { ReportChoices, ReportRights } from './reports.types.ts'

const RightsType = builder.objectRef<ReportRights>('ReportsViewerCan').implement({
  description: 'The tabs of the reports screen, with whether the viewer may open them.',
  fields: (t) => ({
    attendance: t.field({ type: PermissionType, resolve: (rights) => rights.attendance }),
    qr: t.field({ type: PermissionType, resolve: (rights) => rights.qr }),
    fees: t.field({ type: PermissionType, resolve: (rights) => rights.fees }),
  }),
})

const SectionType = builder.objectRef<ReportChoices['sections'][number]>('ReportSection').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name', { description: '7-B' }) }),
})

const TeacherType = builder.objectRef<ReportChoices['teachers'][number]>('ReportTeacher').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), role: t.exposeString('role') }),
})

const ChoicesType = builder.objectRef<ReportChoices>('ReportChoices').implement({
  fields: (t) => ({
    sections: t.field({ type: [SectionType], resolve: (choices) => choices.sections }),
    teachers: t.field({
      type: [TeacherType],
      description: 'People whose view may be reported; empty unless the viewer is a SUPERADMIN.',
      resolve: (choices) => choices.teachers,
    }),
    email: t.exposeString('email', { description: 'The viewer’s e-mail address.' }),
    today: t.exposeString('today', { description: 'Today in the school’s time zone, YYYY-MM-DD.' }),
  }),
})

builder.queryFields((t) => ({
  reportsViewerCan: commandField(t, viewReportRights, { type: RightsType }),
  reportChoices: commandField(t, viewReportChoices, {
    type: ChoicesType,
    input: inputType('ReportChoicesView', reportChoicesView),
  }),
}))

builder.mutationField('orderReport', (t) =>
  commandField(t, orderReport, { type: DocumentJobType, input: inputType('ReportOrder', reportOrder) }),
)
