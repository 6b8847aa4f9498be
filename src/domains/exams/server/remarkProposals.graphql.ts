import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type StudentProposals, viewRemarkProposals } from './remarkProposals.queries.ts'
import { RemarkType } from './remarks.graphql.ts'
import { MarkType } from './results.graphql.ts'

const RemarkProposalsType = builder.objectRef<StudentProposals>('RemarkProposals').implement({
  description: "What the rules of the school's list propose for a student.",
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    total: t.field({
      type: MarkType,
      nullable: true,
      description: 'Total in the part or the year; null while there is none.',
      resolve: ({ total }) => total,
    }),
    remarks: t.field({ type: [RemarkType], description: 'In the order of the list.', resolve: ({ remarks }) => remarks }),
  }),
})

builder.queryFields((t) => ({
  remarkProposals: commandField(t, viewRemarkProposals, {
    work: 60,
    type: [RemarkProposalsType],
    description: 'The remarks whose rules apply to the present results of a section, by roll.',
    args: { sectionId: t.arg.id(), part: t.arg.string() },
  }),
}))
