import { t } from '@lingui/core/macro'
import { AddBookForm, EditBookForm } from './BookForm.tsx'
import { AddClassForm, EditClassForm } from './ClassForm.tsx'
import type { CurriculumNode } from './curriculumTree.ts'
import { DeleteBook, DeleteClass, DeleteSection, DeleteSubject } from './DeleteDialogs.tsx'
import { FormDialog } from './FormDialog.tsx'
import { AddSectionForm, EditSection } from './SectionForm.tsx'
import { AddSubjectForm, EditSubjectForm } from './SubjectForm.tsx'

/** A task of the tree: add a class, add a child to a node, edit a node or delete it. */
export type Task = { what: 'addClass' } | { what: 'add' | 'edit' | 'delete'; node: CurriculumNode }

export interface TaskChoice {
  label: string
  task: Task & { what: 'add' | 'edit' | 'delete' }
  /** The server's reason against the task, or null. */
  refused: string | null
}

/** Returns the tasks of a node's menu. */
export function taskChoices(node: CurriculumNode): TaskChoice[] {
  const choice = (what: 'add' | 'edit' | 'delete', label: string, { reason }: { reason: string | null }) => ({
    label,
    task: { what, node },
    refused: reason,
  })
  switch (node.kind) {
    case 'class':
      return [
        choice('add', t`Add Section`, node.row.viewerCan.addSection),
        choice('edit', t`Edit Class`, node.row.viewerCan.update),
        choice('delete', t`Delete Class`, node.row.viewerCan.delete),
      ]
    case 'section':
      return [
        choice('add', t`Add Subject`, node.row.viewerCan.addSubject),
        choice('edit', t`Edit Section`, node.row.viewerCan.update),
        choice('delete', t`Delete Section`, node.row.viewerCan.delete),
      ]
    case 'subject':
      return [
        choice('add', t`Add Book`, node.row.viewerCan.addBook),
        choice('edit', t`Edit Subject`, node.row.viewerCan.update),
        choice('delete', t`Delete Subject`, node.row.viewerCan.delete),
      ]
    case 'book':
      return [
        choice('edit', t`Edit Book`, node.row.viewerCan.update),
        choice('delete', t`Delete Book`, node.row.viewerCan.delete),
      ]
  }
}

/** The dialog of a task. */
export function CurriculumTask({ task, onClose }: { task: Task; onClose: () => void }) {
  if (task.what === 'addClass')
    return (
      <FormDialog title={t`Add Class`} onClose={onClose}>
        <AddClassForm onDone={onClose} />
      </FormDialog>
    )
  if (task.what === 'add') return <AddInside node={task.node} onClose={onClose} />
  if (task.what === 'edit') return <EditNode node={task.node} onClose={onClose} />
  return <DeleteNode node={task.node} onClose={onClose} />
}

function AddInside({ node, onClose }: { node: CurriculumNode; onClose: () => void }) {
  if (node.kind === 'class')
    return (
      <FormDialog title={t`Add Section`} place={t`Class ${node.title}`} onClose={onClose}>
        <AddSectionForm classId={node.row.id} onDone={onClose} />
      </FormDialog>
    )
  if (node.kind === 'section')
    return (
      <FormDialog title={t`Add Subject`} place={node.title} onClose={onClose}>
        <AddSubjectForm sectionId={node.row.id} sr={node.row.subjectCount + 1} onDone={onClose} />
      </FormDialog>
    )
  return (
    <FormDialog title={t`Add Book`} place={node.kind === 'subject' ? `${node.title}, ${node.place}` : ''} onClose={onClose}>
      <AddBookForm subjectId={node.row.id} onDone={onClose} />
    </FormDialog>
  )
}

function EditNode({ node, onClose }: { node: CurriculumNode; onClose: () => void }) {
  switch (node.kind) {
    case 'class':
      return (
        <FormDialog title={t`Edit Class`} onClose={onClose}>
          <EditClassForm of={node.row} onDone={onClose} />
        </FormDialog>
      )
    case 'section':
      return <EditSection of={node.row} onClose={onClose} />
    case 'subject':
      return (
        <FormDialog title={t`Edit Subject`} place={node.place} onClose={onClose}>
          <EditSubjectForm of={node.row} onDone={onClose} />
        </FormDialog>
      )
    case 'book':
      return (
        <FormDialog title={t`Edit Book`} place={node.place} onClose={onClose}>
          <EditBookForm of={node.row} onDone={onClose} />
        </FormDialog>
      )
  }
}

function DeleteNode({ node, onClose }: { node: CurriculumNode; onClose: () => void }) {
  switch (node.kind) {
    case 'class':
      return <DeleteClass of={node.row} onClose={onClose} />
    case 'section':
      return <DeleteSection of={node.row} onClose={onClose} />
    case 'subject':
      return <DeleteSubject of={node.row} place={node.place} onClose={onClose} />
    case 'book':
      return <DeleteBook of={node.row} place={node.place} onClose={onClose} />
  }
}
