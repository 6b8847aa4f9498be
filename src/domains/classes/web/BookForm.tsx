import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { TeachersSelect } from '#domains/users/web/users.exports.tsx'
import { bookForm, bookUpdate } from '../classes.schema.ts'
import { SectionSelect } from './sectionSelect.exports.tsx'
import { AddBookDocument, type BookDetailsFragment, SubjectsDocument, UpdateBookDocument } from './classes.graphql.ts'

// The form has a section only to choose the subject; the command takes the subject.
const newBookForm = bookForm.extend({ sectionId: z.string() })

/**
 * Form for a new book of `subjectId`, or of a subject chosen in the form, which then stays chosen for the next book.
 */
export function AddBookForm({ subjectId, onDone }: { subjectId?: string; onDone?: () => void }) {
  const { schoolId } = useActiveSchool()
  const blank = { sectionId: '', subjectId: subjectId ?? '', name: '', pages: '', teacherIds: [] }
  const command = useCommandForm({
    schema: newBookForm,
    mutation: AddBookDocument,
    defaultValues: blank,
    variables: ({ name, pages, teacherIds, subjectId: chosenId }) => ({
      schoolId,
      input: { name, pages, subjectId: String(chosenId), teacherIds: teacherIds.map(String) },
    }),
    success: t`Book Added Successfully!`,
    onStored: (_, input) =>
      onDone ?? command.form.reset({ ...blank, sectionId: input.sectionId, subjectId: String(input.subjectId) }),
    onDone: () => onDone?.(),
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Add Book`}
      inDialog={onDone !== undefined}
      {...(onDone ? { onCancel: onDone } : {})}
    >
      {subjectId === undefined && <SubjectOfSection />}
      <BookFields />
    </CommandForm>
  )
}

/** Form for the fields and teachers of a book. */
export function EditBookForm({ of, onDone }: { of: BookDetailsFragment; onDone: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: bookUpdate,
    mutation: UpdateBookDocument,
    defaultValues: { id: of.id, name: of.name, pages: String(of.pages), teacherIds: of.teachers.map((teacher) => teacher.id) },
    variables: (input) => ({ schoolId, input: { ...input, id: of.id, teacherIds: input.teacherIds.map(String) } }),
    success: t`Book Updated Successfully!`,
    onDone,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Book`} inDialog onCancel={onDone}>
      <BookFields also={of.teachers} />
    </CommandForm>
  )
}

function BookFields({ also = [] }: { also?: BookDetailsFragment['teachers'] }) {
  return (
    <>
      <TextField name="name" label={t`Book`} required />
      <TextField name="pages" label={t`Pages`} type="number" inputMode="numeric" />
      <FormWide>
        <TeachersSelect name="teacherIds" required also={also} />
      </FormWide>
    </>
  )
}

function SubjectOfSection() {
  const { schoolId } = useActiveSchool()
  const { getValues, setValue } = useFormContext<{ sectionId: string; subjectId: string }>()
  const sectionId = useWatch<{ sectionId: string }, 'sectionId'>({ name: 'sectionId' })
  const { data, error } = useQuery(SubjectsDocument, { variables: { schoolId, sectionId }, skip: !sectionId })
  const subjects = sectionId ? data?.subjects : undefined
  useEffect(() => {
    const chosen = getValues('subjectId')
    // Clears the subject when another section was chosen.
    if (chosen && (!sectionId || (subjects && !subjects.some((subject) => subject.id === chosen)))) setValue('subjectId', '')
  }, [sectionId, subjects, getValues, setValue])
  const help = !sectionId
    ? t`Choose the section first`
    : error && !subjects
      ? genericMessage(failureOf(error))
      : subjects?.length === 0
        ? t`This section has no subjects yet`
        : undefined
  return (
    <>
      <SectionSelect name="sectionId" required holds="section" />
      <ChoiceField
        name="subjectId"
        label={t`Subject`}
        required
        disabled={!sectionId}
        loading={sectionId !== '' && !subjects && !error}
        options={(subjects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...(help ? { hint: help } : {})}
      />
    </>
  )
}
