import type { ApolloCache, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { saySuccess } from '#ui/snackbars.tsx'
import { sectionTitle } from '../classes.rules.ts'
import {
  type BookDetailsFragment,
  type ClassDetailsFragment,
  DeleteBookDocument,
  DeleteClassDocument,
  DeleteSectionDocument,
  DeleteSubjectDocument,
  type SectionDetailsFragment,
  type SubjectDetailsFragment,
} from './classes.graphql.ts'
import { counted, forgetLists, listed, stays } from './lists.ts'

/** Asks before a class goes; only one without sections can. */
export function DeleteClass({ of, onClose }: { of: ClassDetailsFragment; onClose: () => void }) {
  return (
    <Deletion what="Class" mutation={DeleteClassDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the class <strong>{of.name}</strong>? It has no sections. This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a section goes, and says what goes along; only one without students can. */
export function DeleteSection({ of, onClose }: { of: SectionDetailsFragment; onClose: () => void }) {
  return (
    <Deletion what="Section" mutation={DeleteSectionDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the section <strong>{sectionTitle(of)}</strong>?{' '}
      {goingAlong(
        listed([counted(of.subjectCount, 'subject'), counted(of.bookCount, 'book')]),
        'It has no students, subjects or books.',
      )}{' '}
      {stays(true, of.teachers.length)} This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a subject goes, and says what goes along. */
export function DeleteSubject({ of, place, onClose }: { of: SubjectDetailsFragment; place: string; onClose: () => void }) {
  return (
    <Deletion what="Subject" mutation={DeleteSubjectDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the subject <strong>{of.name}</strong> of {place}?{' '}
      {goingAlong(listed([counted(of.timetable.length, 'timetable slot'), counted(of.books.length, 'book')]), '')}{' '}
      {stays(false, of.teachers.length)} This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a book goes. */
export function DeleteBook({ of, place, onClose }: { of: BookDetailsFragment; place: string; onClose: () => void }) {
  return (
    <Deletion what="Book" mutation={DeleteBookDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the book <strong>{of.name}</strong> of {place}? {stays(false, of.teachers.length)} This
      cannot be reversed.
    </Deletion>
  )
}

function goingAlong(what: string, nothing: string): string {
  return what === '' ? nothing : `This also deletes ${what}.`
}

interface DeletionProps<Data> {
  what: 'Class' | 'Section' | 'Subject' | 'Book'
  mutation: TypedDocumentNode<Data, { schoolId: string; id: string } & OperationVariables>
  of: { id: string }
  onClose: () => void
  children: ReactNode
}

function Deletion<Data>({ what, mutation, of, onClose, children }: DeletionProps<Data>) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  return (
    <ConfirmDialog
      open
      title={`Delete ${what}`}
      confirmLabel={`Delete ${what}`}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate({
          mutation,
          variables: { schoolId, id: of.id },
          update: (cache: ApolloCache) => forgetLists(cache),
        })
        saySuccess(`${what} Deleted Successfully!`)
      }}
    >
      <Typography>{children}</Typography>
    </ConfirmDialog>
  )
}
