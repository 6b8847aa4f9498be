import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { bookForm, bookUpdate, subjectForm, subjectUpdate } from '../classes.schema.ts'
import { addBook, deleteBook, updateBook } from './books.commands.ts'
import { BookType, SubjectType } from './classes.graphql.ts'
import { addSubject, deleteSubject, listSubjects, updateSubject } from './subjects.commands.ts'

builder.queryField('subjects', (t) =>
  t.field({
    type: [SubjectType],
    args: { schoolId: t.arg.id(), sectionId: t.arg.id() },
    resolve: (_, { schoolId, sectionId }, call) => listSubjects(call, schoolId, { sectionId }),
  }),
)

builder.mutationFields((t) => ({
  addSubject: t.field({
    type: SubjectType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SubjectForm', subjectForm) }) },
    resolve: (_, { schoolId, input }, call) => addSubject(call, schoolId, input),
  }),
  updateSubject: t.field({
    type: SubjectType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SubjectUpdate', subjectUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateSubject(call, schoolId, input),
  }),
  deleteSubject: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteSubject(call, schoolId, { id }),
  }),
  addBook: t.field({
    type: BookType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BookForm', bookForm) }) },
    resolve: (_, { schoolId, input }, call) => addBook(call, schoolId, input),
  }),
  updateBook: t.field({
    type: BookType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BookUpdate', bookUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateBook(call, schoolId, input),
  }),
  deleteBook: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteBook(call, schoolId, { id }),
  }),
}))
