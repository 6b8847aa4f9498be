import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
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
import { bookActions, classActions, type SchoolRow, sectionActions, subjectActions } from './classes.permissions.ts'
import type { BookRow, ClassRow, SectionRow, SubjectRow } from './classes.sql.ts'
import { importSections } from './importSections.commands.ts'
import { addSection, deleteSection, listMySections, listSections, updateSection } from './sections.commands.ts'
import { type UndoneSections, undoSectionsImport } from './undoSectionsImport.commands.ts'

const areaCan = viewerCan<SchoolRow, 'addClass' | 'importSections'>('Classes', {
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
    smsSuffix: t.exposeString('smsSuffix', { description: 'Name of the school in messages about this class.' }),
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
    studentCount: t.exposeInt('studentCount', { description: 'Number of enrolled students, including disabled ones.' }),
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
  description: 'Numbers of sections and classes that an import added, and its id for undoing it.',
  fields: (t) => ({ id: t.exposeID('id'), sections: t.exposeInt('sections'), classes: t.exposeInt('classes') }),
})

const UndoneType = builder.objectRef<UndoneSections>('UndoneSections').implement({
  description: 'Numbers of sections and classes that were deleted.',
  fields: (t) => ({ sections: t.exposeInt('sections'), classes: t.exposeInt('classes') }),
})

builder.queryFields((t) => ({
  classesViewerCan: t.field({
    type: areaCan.type,
    args: { schoolId: t.arg.id() },
    description: 'What the viewer may do with the classes of a school as a whole.',
    resolve: async (_, { schoolId }, call) => areaCan.resolve(await viewClassesArea(call, schoolId, {}), {}, call),
  }),
  classes: commandField(t, listClasses, { type: [ClassType], args: { termId: t.arg.id() } }),
  sections: commandField(t, listSections, { type: [SectionType], args: { termId: t.arg.id() } }),
  mySections: commandField(t, listMySections, {
    type: [SectionType],
    description: 'Sections that the signed-in teacher teaches.',
    args: { termId: t.arg.id() },
  }),
  curriculum: commandField(t, viewCurriculum, { work: 30, type: [CurriculumClassType], args: { termId: t.arg.id() } }),
}))

builder.mutationFields((t) => ({
  addClass: commandField(t, addClass, { type: ClassType, input: inputType('ClassForm', classForm) }),
  updateClass: commandField(t, updateClass, { type: ClassType, input: inputType('ClassUpdate', classUpdate) }),
  deleteClass: commandField(t, deleteClass, { type: 'ID', args: { id: t.arg.id() } }),
  addSection: commandField(t, addSection, { type: SectionType, input: inputType('SectionForm', sectionForm) }),
  updateSection: commandField(t, updateSection, { type: SectionType, input: inputType('SectionUpdate', sectionUpdate) }),
  deleteSection: commandField(t, deleteSection, { type: 'ID', args: { id: t.arg.id() } }),
  importSections: commandField(t, importSections, {
    type: ImportedType,
    extensions: importBy(sectionActions.import),
    input: inputType('SectionImport', sectionImport),
  }),
  undoSectionsImport: commandField(t, undoSectionsImport, {
    work: 200,
    type: UndoneType,
    description: 'Deletes the sections of an import and the classes it created. Refused when they have other records.',
    args: { id: t.arg.id() },
  }),
}))
