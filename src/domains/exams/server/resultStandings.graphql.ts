import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { PublicationType } from './publishing.graphql.ts'
import { publishingActions } from './publishing.permissions.ts'
import { type PeriodStanding, type ResultStanding, viewResultStandings } from './resultStandings.queries.ts'

const PeriodStandingType = builder.objectRef<PeriodStanding>('PeriodStanding').implement({
  description: 'How far a section is in a part, or in the year.',
  fields: (t) => ({
    part: t.exposeString('part', { nullable: true, description: 'Null for the year.' }),
    incomplete: t.exposeInt('incomplete', { description: 'Number of students with missing scores.' }),
    started: t.exposeBoolean('started', { description: 'Whether a student has a score.' }),
    publication: t.field({
      type: PublicationType,
      nullable: true,
      description: 'The latest publication, also a withdrawn one.',
      resolve: ({ publication }) => publication,
    }),
  }),
})

const standingCan = viewerCan<ResultStanding, 'publish'>('ResultStanding', { publish: publishingActions.publish })

const ResultStandingType = builder.objectRef<ResultStanding>('ResultStanding').implement({
  description: 'How far the results of a section are.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    students: t.exposeInt('students', { description: 'Number of enabled students.' }),
    periods: t.field({
      type: [PeriodStandingType],
      description: 'The parts in which the class has something to enter, then the year.',
      resolve: ({ periods }) => periods,
    }),
    viewerCan: t.field({ type: standingCan.type, resolve: standingCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  resultStandings: commandField(t, viewResultStandings, {
    work: 200,
    type: [ResultStandingType],
    description: "How far the results of a term's sections are, in the school's order.",
    args: { termId: t.arg.id() },
  }),
}))
