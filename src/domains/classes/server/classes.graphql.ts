import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { importBy } from '#platform/graphql/importers.ts'
import { inputType } from '#platform/graphql/input.ts'
import { TeacherType } from '#domains/users/server/users.exports.ts'
import type { Slot } from '../classes.rules.ts'
import { classForm, classUpdate, sectionForm, sectionImport, sectionUpdate } from '../classes.schema.ts'
import {
  addClass,
  type CurriculumClass,
  type CurriculumSection,
  deleteClass,
  listClasses,
  updateClass,
  viewClassesArea,
  viewCurriculum,
} from './classes.commands.ts'
import { bookActions, classActions, type OfSchool, sectionActions, subjectActions } from './classes.permissions.ts'
import type { BookRow, ClassRow, SectionRow, SubjectRow } from './classes.sql.ts'
import { importSections } from './importSections.commands.ts'
import { addSection, deleteSection, listMySections, listSections, updateSection } from './sections.commands.ts'
import { type UndoneSections, undoSectionsImport } from './undoSectionsImport.commands.ts'

const areaCan = viewerCan<OfSchool, 'addClass' | 'importSections'>('Classes', {
  addClass: classActions.add,
  importSections: sectionActions.import,
})

const classCan = viewerCan<ClassRow, 'update' | 'delete' | 'addSection'>('Class', {
  update: classActions.update,
  delete: classActions.delete,
  addSection: sectionActions.add,
})

const ClassType = builder.objectRef<ClassRow>('Class').implement({
  description: 'A grade of a term, such as "7".',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    name: t.exposeString('name'),
    smsSuffix: t.exposeString('smsSuffix', { description: 'The name of the school in messages about this class.' }),
    sectionCount: t.exposeInt('sectionCount'),
    viewerCan: t.field({ type: classCan.type, resolve: classCan.resolve }),
  }),
})

const sectionCan = viewerCan<SectionRow, 'update' | 'delete' | 'addSubject'>('Section', {
  update: sectionActions.update,
  delete: sectionActions.delete,
  addSubject: subjectActions.add,
})

export const SectionType = builder.objectRef<SectionRow>('Section').implement({
  description: 'The teaching group of a class, such as "A" of class "7".',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    sr: t.exposeInt('sr'),
    name: t.exposeString('name'),
    fbId: t.exposeString('fbId'),
    notificationTime: t.exposeString('notificationTime', { nullable: true, description: 'HH:mm:ssZ' }),
    class: t.field({ type: ClassType, resolve: (section) => section.class }),
    teachers: t.field({ type: [TeacherType], resolve: (section) => section.teachers }),
    studentCount: t.exposeInt('studentCount', { description: 'Students enrolled, disabled ones too.' }),
    subjectCount: t.exposeInt('subjectCount'),
    bookCount: t.exposeInt('bookCount'),
    viewerCan: t.field({ type: sectionCan.type, resolve: sectionCan.resolve }),
  }),
})

const SlotType = builder.objectRef<Slot>('TimetableSlot').implement({
  fields: (t) => ({
    day: t.exposeInt('day', { description: '0 is Sunday.' }),
    start: t.exposeString('start', { description: 'HH:mm:ss in the time of the school.' }),
    end: t.exposeString('end', { description: 'HH:mm:ss in the time of the school.' }),
  }),
})

const bookCan = viewerCan<BookRow, 'update' | 'delete'>('Book', { update: bookActions.update, delete: bookActions.delete })

export const BookType = builder.objectRef<BookRow>('Book').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    subjectId: t.exposeID('subjectId'),
    name: t.exposeString('name'),
    pages: t.exposeInt('pages'),
    teachers: t.field({ type: [TeacherType], resolve: (book) => book.teachers }),
    viewerCan: t.field({ type: bookCan.type, resolve: bookCan.resolve }),
  }),
})

const subjectCan = viewerCan<SubjectRow, 'update' | 'delete' | 'addBook'>('Subject', {
  update: subjectActions.update,
  delete: subjectActions.delete,
  addBook: bookActions.add,
})

export const SubjectType = builder.objectRef<SubjectRow>('Subject').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId'),
    sr: t.exposeInt('sr'),
    name: t.exposeString('name'),
    timetable: t.field({ type: [SlotType], resolve: (subject) => subject.timetable }),
    teachers: t.field({ type: [TeacherType], resolve: (subject) => subject.teachers }),
    books: t.field({ type: [BookType], resolve: (subject) => subject.books }),
    viewerCan: t.field({ type: subjectCan.type, resolve: subjectCan.resolve }),
  }),
})

const CurriculumSectionType = builder.objectRef<CurriculumSection>('CurriculumSection').implement({
  fields: (t) => ({
    section: t.field({ type: SectionType, resolve: (place) => place.section }),
    subjects: t.field({ type: [SubjectType], resolve: (place) => place.subjects }),
  }),
})

const CurriculumClassType = builder.objectRef<CurriculumClass>('CurriculumClass').implement({
  fields: (t) => ({
    class: t.field({ type: ClassType, resolve: (place) => place.class }),
    sections: t.field({ type: [CurriculumSectionType], resolve: (place) => place.sections }),
  }),
})

const ImportedType = builder.objectRef<UndoneSections & { id: number }>('ImportedSections').implement({
  description: 'How many sections and classes an import has added, and the id by which it can be undone.',
  fields: (t) => ({ id: t.exposeID('id'), sections: t.exposeInt('sections'), classes: t.exposeInt('classes') }),
})

const UndoneType = builder.objectRef<UndoneSections>('UndoneSections').implement({
  description: 'How many sections and classes of an import were removed.',
  fields: (t) => ({ sections: t.exposeInt('sections'), classes: t.exposeInt('classes') }),
})

builder.queryFields((t) => ({
  classesViewerCan: t.field({
    type: areaCan.type,
    args: { schoolId: t.arg.id() },
    description: 'What the viewer may do with the classes of a school as a whole.',
    resolve: async (_, { schoolId }, call) => areaCan.resolve(await viewClassesArea(call, schoolId, {}), {}, call),
  }),
  classes: t.field({
    type: [ClassType],
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    resolve: (_, { schoolId, termId }, call) => listClasses(call, schoolId, { termId }),
  }),
  sections: t.field({
    type: [SectionType],
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    resolve: (_, { schoolId, termId }, call) => listSections(call, schoolId, { termId }),
  }),
  mySections: t.field({
    type: [SectionType],
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    description: 'The sections a teacher teaches.',
    resolve: (_, { schoolId, termId }, call) => listMySections(call, schoolId, { termId }),
  }),
  curriculum: t.field({
    type: [CurriculumClassType],
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    resolve: (_, { schoolId, termId }, call) => viewCurriculum(call, schoolId, { termId }),
  }),
}))

builder.mutationFields((t) => ({
  addClass: t.field({
    type: ClassType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ClassForm', classForm) }) },
    resolve: (_, { schoolId, input }, call) => addClass(call, schoolId, input),
  }),
  updateClass: t.field({
    type: ClassType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ClassUpdate', classUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateClass(call, schoolId, input),
  }),
  deleteClass: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteClass(call, schoolId, { id }),
  }),
  addSection: t.field({
    type: SectionType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SectionForm', sectionForm) }) },
    resolve: (_, { schoolId, input }, call) => addSection(call, schoolId, input),
  }),
  updateSection: t.field({
    type: SectionType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SectionUpdate', sectionUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateSection(call, schoolId, input),
  }),
  deleteSection: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteSection(call, schoolId, { id }),
  }),
  importSections: t.field({
    type: ImportedType,
    extensions: importBy(sectionActions.import),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SectionImport', sectionImport) }) },
    resolve: (_, { schoolId, input }, call) => importSections(call, schoolId, input),
  }),
  undoSectionsImport: t.field({
    type: UndoneType,
    description: 'Removes the sections of an import, and the classes it created, while nothing stands on them.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => undoSectionsImport(call, schoolId, { id }),
  }),
}))
