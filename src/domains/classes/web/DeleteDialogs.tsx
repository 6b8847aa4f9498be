import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import type { ReactNode } from 'react'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { countOrBlank } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
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
import { keptText } from './keptText.ts'
import { Text } from '#ui/kit/Text.tsx'

/** Asks before a class is deleted, which must have no sections. */
export function DeleteClass({ of, onClose }: { of: ClassDetailsFragment; onClose: () => void }) {
  return (
    <Deletion what="Class" mutation={DeleteClassDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the class <strong>{of.name}</strong>? It has no sections. This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a section, which must have no students, is deleted with its subjects and books. */
export function DeleteSection({ of, onClose }: { of: SectionDetailsFragment; onClose: () => void }) {
  return (
    <Deletion what="Section" mutation={DeleteSectionDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the section <strong>{sectionTitle(of)}</strong>?{' '}
      {alsoDeleted(
        joinWithAnd([countOrBlank(of.subjectCount, 'subject'), countOrBlank(of.bookCount, 'book')]),
        'It has no students, subjects or books.',
      )}{' '}
      {keptText(true, of.teachers.length)} This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a subject is deleted with its timetable and books. */
export function DeleteSubject({ of, place, onClose }: { of: SubjectDetailsFragment; place: string; onClose: () => void }) {
  return (
    <Deletion what="Subject" mutation={DeleteSubjectDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the subject <strong>{of.name}</strong> of {place}?{' '}
      {alsoDeleted(joinWithAnd([countOrBlank(of.timetable.length, 'timetable slot'), countOrBlank(of.books.length, 'book')]), '')}{' '}
      {keptText(false, of.teachers.length)} This cannot be reversed.
    </Deletion>
  )
}

/** Asks before a book is deleted. */
export function DeleteBook({ of, place, onClose }: { of: BookDetailsFragment; place: string; onClose: () => void }) {
  return (
    <Deletion what="Book" mutation={DeleteBookDocument} of={of} onClose={onClose}>
      Are you sure you want to delete the book <strong>{of.name}</strong> of {place}? {keptText(false, of.teachers.length)} This
      cannot be reversed.
    </Deletion>
  )
}

function alsoDeleted(rows: string, none: string): string {
  return rows === '' ? none : `This also deletes ${rows}.`
}

interface DeletionProps<Data> {
  what: 'Class' | 'Section' | 'Subject' | 'Book'
  mutation: MutationDocument<Data, { schoolId: string; id: string }>
  of: { id: string }
  onClose: () => void
  children: ReactNode
}

function Deletion<Data>({ what, mutation, of, onClose, children }: DeletionProps<Data>) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={`Delete ${what}`}
      confirmLabel={`Delete ${what}`}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(mutation, { schoolId, id: of.id })
        showSuccess(`${what} Deleted Successfully!`)
      }}
    >
      <Text>{children}</Text>
    </ConfirmDialog>
  )
}
