import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import type { ReactNode } from 'react'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
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
  const { name } = of
  return (
    <Deletion
      title={t`Delete Class`}
      success={t`Class Deleted Successfully!`}
      mutation={DeleteClassDocument}
      of={of}
      onClose={onClose}
    >
      <Trans>
        Are you sure you want to delete the class <strong>{name}</strong>? It has no sections. This cannot be reversed.
      </Trans>
    </Deletion>
  )
}

/** Asks before a section, which must have no students, is deleted with its subjects and books. */
export function DeleteSection({ of, onClose }: { of: SectionDetailsFragment; onClose: () => void }) {
  const title = sectionTitle(of)
  return (
    <Deletion
      title={t`Delete Section`}
      success={t`Section Deleted Successfully!`}
      mutation={DeleteSectionDocument}
      of={of}
      onClose={onClose}
    >
      <Trans>
        Are you sure you want to delete the section <strong>{title}</strong>?
      </Trans>{' '}
      {alsoDeleted([countedSubjects(of.subjectCount), countedBooks(of.bookCount)]) || t`It has no students, subjects or books.`}{' '}
      {keptText(true, of.teachers.length)} <Trans>This cannot be reversed.</Trans>
    </Deletion>
  )
}

/** Asks before a subject is deleted with its timetable and books. */
export function DeleteSubject({ of, place, onClose }: { of: SubjectDetailsFragment; place: string; onClose: () => void }) {
  const { name } = of
  return (
    <Deletion
      title={t`Delete Subject`}
      success={t`Subject Deleted Successfully!`}
      mutation={DeleteSubjectDocument}
      of={of}
      onClose={onClose}
    >
      <Trans>
        Are you sure you want to delete the subject <strong>{name}</strong> of {place}?
      </Trans>{' '}
      {alsoDeleted([countedSlots(of.timetable.length), countedBooks(of.books.length)])} {keptText(false, of.teachers.length)}{' '}
      <Trans>This cannot be reversed.</Trans>
    </Deletion>
  )
}

/** Asks before a book is deleted. */
export function DeleteBook({ of, place, onClose }: { of: BookDetailsFragment; place: string; onClose: () => void }) {
  const { name } = of
  return (
    <Deletion
      title={t`Delete Book`}
      success={t`Book Deleted Successfully!`}
      mutation={DeleteBookDocument}
      of={of}
      onClose={onClose}
    >
      <Trans>
        Are you sure you want to delete the book <strong>{name}</strong> of {place}?
      </Trans>{' '}
      {keptText(false, of.teachers.length)} <Trans>This cannot be reversed.</Trans>
    </Deletion>
  )
}

const countedSubjects = (count: number) => count > 0 && plural(count, { one: '# subject', other: '# subjects' })
const countedBooks = (count: number) => count > 0 && plural(count, { one: '# book', other: '# books' })
const countedSlots = (count: number) => count > 0 && plural(count, { one: '# timetable slot', other: '# timetable slots' })

/** Says what a deletion takes along, from its counts; '' without any. */
function alsoDeleted(counts: readonly (string | false)[]): string {
  const rows = joinWithAnd(counts.map((count) => count || ''))
  return rows === '' ? '' : t`This also deletes ${rows}.`
}

interface DeletionProps<Data> {
  /** The dialog's title, and the words of its button. */
  title: string
  /** Shown when it is deleted. */
  success: string
  mutation: MutationDocument<Data, { schoolId: string; id: string }>
  of: { id: string }
  onClose: () => void
  children: ReactNode
}

function Deletion<Data>({ title, success, mutation, of, onClose, children }: DeletionProps<Data>) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={title}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(mutation, { schoolId, id: of.id })
        showSuccess(success)
      }}
    >
      <Text>{children}</Text>
    </ConfirmDialog>
  )
}
