import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { bookForm, bookUpdate, subjectForm, subjectUpdate } from '../classes.schema.ts'
import { addBook, deleteBook, updateBook } from './books.commands.ts'
import { BookType, SubjectType } from './classes.graphql.ts'
import { addSubject, deleteSubject, listSubjects, updateSubject } from './subjects.commands.ts'

builder.queryField('subjects', (t) => commandField(t, listSubjects, { type: [SubjectType], args: { sectionId: t.arg.id() } }))

builder.mutationFields((t) => ({
  addSubject: commandField(t, addSubject, { type: SubjectType, input: inputType('SubjectForm', subjectForm) }),
  updateSubject: commandField(t, updateSubject, { type: SubjectType, input: inputType('SubjectUpdate', subjectUpdate) }),
  deleteSubject: commandField(t, deleteSubject, { type: 'ID', args: { id: t.arg.id() } }),
  addBook: commandField(t, addBook, { type: BookType, input: inputType('BookForm', bookForm) }),
  updateBook: commandField(t, updateBook, { type: BookType, input: inputType('BookUpdate', bookUpdate) }),
  deleteBook: commandField(t, deleteBook, { type: 'ID', args: { id: t.arg.id() } }),
}))
