import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import type { Mark } from '../marks.rules.ts'
import { outcomes } from '../passing.rules.ts'
import type { PeriodResult, StudentResult } from '../results.rules.ts'
import type { Scheme } from '../scheme.schema.ts'
import { type SectionResults, type ShownResult, viewResults } from './results.queries.ts'
import type { AssessedSection, ClassSubject } from './results.sql.ts'
import { publishingActions } from './publishing.permissions.ts'
import { type MissingSheet, missingSheets } from './missingSheets.ts'
import { SubjectKindType } from './exams.graphql.ts'
import { sayScorePlace, sayShortfall } from './sayScheme.ts'

export const MarkType = builder.objectRef<Mark>('ResultMark').implement({
  description: 'Marks with their share and grade, in hundredths.',
  fields: (t) => ({
    obtained: t.exposeInt('obtained'),
    outOf: t.exposeInt('outOf'),
    share: t.exposeInt('share', { description: 'In hundredths of a per cent.' }),
    grade: t.exposeString('grade'),
  }),
})

const OutcomeType = builder.enumType('ResultOutcome', { values: outcomes })
const StateType = builder.enumType('ResultState', {
  description: 'MISSING: a score is missing. LEFT_OUT: codes have left everything out.',
  values: ['MARKED', 'MISSING', 'LEFT_OUT'] as const,
})

const SubjectResultType = builder.objectRef<PeriodResult['subjects'][number]>('SubjectResult').implement({
  fields: (t) => ({
    subject: t.exposeString('subject'),
    state: t.field({ type: StateType, resolve: ({ result }) => (typeof result === 'string' ? result : 'MARKED') }),
    mark: t.field({
      type: MarkType,
      nullable: true,
      resolve: ({ result }) => (typeof result === 'string' ? null : result),
    }),
  }),
})

const GraceType = builder.objectRef<StudentResult['grace'][number]>('GraceMarks').implement({
  fields: (t) => ({ subject: t.exposeString('subject'), marks: t.exposeInt('marks', { description: 'In hundredths.' }) }),
})

const ReplacedType = builder.objectRef<StudentResult['replaced'][number]>('ReplacedSubject').implement({
  fields: (t) => ({ subject: t.exposeString('subject'), by: t.exposeString('by') }),
})

/** A result with its scheme, which says how many tests a component has. */
type ResultInScheme = ShownResult & { scheme: Scheme; classSubjects: readonly ClassSubject[] }

const StudentResultType = builder.objectRef<ResultInScheme>('StudentResult').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    subjects: t.field({ type: [SubjectResultType], resolve: ({ subjects }) => [...subjects] }),
    total: t.field({
      type: MarkType,
      nullable: true,
      resolve: ({ total }) => (typeof total === 'string' ? null : total),
    }),
    outcome: t.field({
      type: OutcomeType,
      nullable: true,
      description: 'Null for a part, which nobody passes or fails; INCOMPLETE also of a part.',
      resolve: ({ outcome }) => outcome,
    }),
    rank: t.exposeInt('rank', { nullable: true, description: 'The place in the section.' }),
    shortfalls: t.stringList({
      description: 'What was failed, in words.',
      resolve: ({ shortfalls }) => shortfalls.map(sayShortfall),
    }),
    missing: t.stringList({ description: 'Scores that are missing, in words.', resolve: missingTexts }),
    reexamined: t.stringList({
      description: 'Subjects whose marks are those of a second examination.',
      resolve: ({ reexamined }) => reexamined.map(({ subject }) => subject),
    }),
    grace: t.field({ type: [GraceType], resolve: ({ grace }) => [...grace] }),
    replaced: t.field({ type: [ReplacedType], resolve: ({ replaced }) => [...replaced] }),
  }),
})

function missingTexts({ missing, scheme, classSubjects }: ResultInScheme): string[] {
  return missing.map((place) => {
    const subject = classSubjects.find(({ name }) => name === place.subject)
    const pattern = scheme.patterns.find(({ name }) => name === subject?.pattern)
    const component = pattern?.components.find(({ name, parts }) => name === place.component && parts.includes(place.part))
    return sayScorePlace(place, component?.highestMarks.length ?? 1)
  })
}

const ResultSubjectType = builder.objectRef<ClassSubject>('ResultSubject').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    kind: t.field({ type: SubjectKindType, resolve: ({ kind }) => kind }),
  }),
})

const MissingSheetType = builder.objectRef<MissingSheet>('MissingSheet').implement({
  description: 'A sheet of marks on which scores are missing.',
  fields: (t) => ({
    subjectId: t.exposeID('subjectId'),
    subjectName: t.exposeString('subjectName'),
    part: t.exposeString('part'),
    components: t.stringList({ description: 'Where scores are missing.', resolve: ({ components }) => components }),
    students: t.stringList({
      description: 'The names of whose scores are missing, by roll.',
      resolve: ({ students }) => students,
    }),
  }),
})

const resultsCan = viewerCan<AssessedSection, 'publish'>('SectionResults', { publish: publishingActions.publish })

const SectionResultsType = builder.objectRef<SectionResults>('SectionResults').implement({
  description: 'The results of a section in a part, or of the year, as its scores are now.',
  fields: (t) => ({
    sectionId: t.id({ resolve: ({ section }) => section.sectionId }),
    sectionName: t.string({ resolve: ({ section }) => section.sectionName }),
    className: t.string({ resolve: ({ section }) => section.className }),
    termName: t.string({ resolve: ({ section }) => section.termName }),
    schemeName: t.string({ resolve: ({ section }) => section.schemeName }),
    part: t.exposeString('part', { nullable: true, description: 'Null for the year.' }),
    parts: t.stringList({ resolve: ({ scheme }) => scheme.parts.map(({ name }) => name) }),
    subjects: t.field({ type: [ResultSubjectType], resolve: ({ subjects }) => [...subjects] }),
    students: t.field({
      type: [StudentResultType],
      description: 'The enabled students by roll.',
      resolve: ({ students, scheme, subjects }) => students.map((each) => ({ ...each, scheme, classSubjects: subjects })),
    }),
    missingSheets: t.field({
      type: [MissingSheetType],
      description: 'The sheets on which scores are missing, in the order of parts and subjects.',
      resolve: missingSheets,
    }),
    viewerCan: t.field({
      type: resultsCan.type,
      resolve: ({ section }, _, call) => resultsCan.resolve(section, {}, call),
    }),
  }),
})

builder.queryFields((t) => ({
  results: commandField(t, viewResults, {
    work: 50,
    type: SectionResultsType,
    args: { sectionId: t.arg.id(), part: t.arg.string({ required: false, description: 'None for the year.' }) },
  }),
}))
