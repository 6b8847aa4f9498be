import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type AssessmentKinds, viewAssessmentKinds } from './assessmentKinds.queries.ts'

const AssessmentKindsType = builder.objectRef<AssessmentKinds>('AssessmentKinds').implement({
  description: 'Which assessments, of those that only some terms have, there are.',
  fields: (t) => ({
    holistic: t.exposeBoolean('holistic', { description: 'Whether a class that the viewer may see has holistic cards.' }),
    reexamination: t.exposeBoolean('reexamination', {
      description: 'Whether results of the year are published in a class whose failed students are examined again.',
    }),
  }),
})

builder.queryFields((t) => ({
  assessmentKinds: commandField(t, viewAssessmentKinds, { type: AssessmentKindsType, args: { termId: t.arg.id() } }),
}))
