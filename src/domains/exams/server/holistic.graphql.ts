import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import type { HolisticGround } from '../holistic.rules.ts'
import { type HolisticEntries, holisticForm } from '../holistic.schema.ts'
import { voice as holisticVoice } from '../holisticScheme.ts'
import type { Scale } from '../scheme.schema.ts'
import { enterHolistic, listHolistic, type SectionHolistic, viewHolistic } from './holistic.commands.ts'
import { holisticActions } from './holistic.permissions.ts'
import type { HolisticProgress, HolisticStudent } from './holistic.sql.ts'

const ProgressType = builder.objectRef<HolisticProgress>('HolisticProgress').implement({
  description: 'How far the holistic cards of a section are in a part.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    part: t.exposeString('part'),
    students: t.exposeInt('students'),
    entered: t.exposeInt('entered', { description: 'Students of whom something is entered.' }),
  }),
})

const GradeType = builder.objectRef<Scale['grades'][number]>('HolisticGrade').implement({
  description: 'A descriptor of a voice.',
  fields: (t) => ({ grade: t.exposeString('grade'), meaning: t.exposeString('meaning') }),
})

const VoiceType = builder.objectRef<HolisticGround['voices'][number]>('HolisticSpeaker').implement({
  description: 'Who speaks on the card, and by which descriptors, the best first.',
  fields: (t) => ({
    voice: t.field({ type: enumType('HolisticSpeaker.voice', holisticVoice), resolve: ({ voice }) => voice }),
    grades: t.field({ type: [GradeType], resolve: ({ grades }) => grades }),
  }),
})

type Area = HolisticGround['areas'][number]

const StatementType = builder.objectRef<Area['statements'][number]>('HolisticStatement').implement({
  fields: (t) => ({ id: t.exposeInt('id'), text: t.exposeString('text') }),
})

const AreaType = builder.objectRef<Area>('HolisticArea').implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    name: t.exposeString('name'),
    statements: t.field({ type: [StatementType], resolve: ({ statements }) => statements }),
  }),
})

const DescriptorType = builder.objectRef<HolisticEntries['descriptors'][number]>('HolisticDescriptor').implement({
  fields: (t) => ({
    voice: t.field({ type: enumType('HolisticDescriptor.voice', holisticVoice), resolve: ({ voice }) => voice }),
    statement: t.exposeInt('statement'),
    grade: t.exposeString('grade'),
  }),
})

const WordsType = builder.objectRef<HolisticEntries['words'][number]>('HolisticWords').implement({
  fields: (t) => ({
    voice: t.field({ type: enumType('HolisticWords.voice', holisticVoice), resolve: ({ voice }) => voice }),
    area: t.exposeInt('area'),
    text: t.exposeString('text'),
  }),
})

const StudentType = builder.objectRef<HolisticStudent>('HolisticStudent').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    version: t.exposeInt('version', { description: '0 without entries.' }),
    descriptors: t.field({ type: [DescriptorType], resolve: ({ entries }) => entries.descriptors }),
    words: t.field({ type: [WordsType], resolve: ({ entries }) => entries.words }),
    changedByName: t.exposeString('changedByName'),
  }),
})

const sectionCan = viewerCan<SectionHolistic, 'enter'>('SectionHolistic', { enter: holisticActions.enter })

const SectionType = builder.objectRef<SectionHolistic>('SectionHolistic').implement({
  description: 'The holistic cards of a section in a part.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    part: t.exposeString('part'),
    voices: t.field({ type: [VoiceType], description: 'In the order of the card.', resolve: ({ voices }) => voices }),
    areas: t.field({ type: [AreaType], resolve: ({ areas }) => areas }),
    students: t.field({ type: [StudentType], description: 'By roll.', resolve: ({ students }) => students }),
    viewerCan: t.field({ type: sectionCan.type, resolve: sectionCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  holisticProgress: commandField(t, listHolistic, {
    work: 60,
    type: [ProgressType],
    description: 'The sections of a term with holistic cards, by part.',
    args: { termId: t.arg.id() },
  }),
  sectionHolistic: commandField(t, viewHolistic, {
    type: SectionType,
    args: { sectionId: t.arg.id(), part: t.arg.string() },
  }),
}))

builder.mutationFields((t) => ({
  enterHolistic: commandField(t, enterHolistic, { type: SectionType, input: inputType('HolisticForm', holisticForm) }),
}))
