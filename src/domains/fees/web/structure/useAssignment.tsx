import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { failureOf, endsSession } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { AssignFeeCategoryDocument, UnassignFeeCategoryDocument } from './assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { feesFailure } from './feesFailure.ts'
import { KeptStudentsDialog, type KeptStudents } from './KeptStudentsDialog.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** The students that a click assigns or removes. */
export interface AssignmentTarget {
  ids: { studentIds: string[] } | { sectionIds: string[] } | { classIds: string[] }
  /** All students, those of a class, or those of a section such as `7-B` or one student, by name. */
  who: { all: true } | { className: string } | { name: string }
}

export interface AssignmentControl {
  /** Whether a checkbox is checked: as just clicked until the server answers, otherwise as stored. */
  isChecked: (target: AssignmentTarget, stored: boolean) => boolean
  assign: (target: AssignmentTarget) => void
  /** Removes students; asks first when there are several. */
  unassign: (target: AssignmentTarget, count: number) => void
  /** The confirmation or result dialog; render it on the page. */
  dialog: ReactNode
}

const keyOf = ({ ids }: AssignmentTarget) => JSON.stringify(ids)

/** Returns the functions that assign students to a category and remove them. */
export function useAssignment({ id, name }: FeeCategoryRowFragment): AssignmentControl {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const [running, setRunning] = useState<{ key: string; on: boolean } | null>(null)
  const [kept, setKept] = useState<KeptStudents | null>(null)
  const [confirming, setConfirming] = useState<{ target: AssignmentTarget; count: number } | null>(null)

  const variablesOf = ({ ids }: AssignmentTarget) => ({ schoolId, input: { feeCategoryId: id, ...ids } })

  async function assign(target: AssignmentTarget) {
    const data = await sendCommand(AssignFeeCategoryDocument, variablesOf(target))
    showSuccess(t`${name}: ${plural(data.assignFeeCategory.changed, { one: '# student', other: '# students' })} assigned`)
  }

  async function unassign(target: AssignmentTarget) {
    const data = await sendCommand(UnassignFeeCategoryDocument, variablesOf(target))
    const { changed, kept } = data.unassignFeeCategory
    if (kept.length > 0) setKept({ changed, students: kept })
    else showSuccess(t`${name}: ${plural(changed, { one: '# student', other: '# students' })} removed`)
  }

  /** Runs one change; further clicks are ignored meanwhile. */
  async function run(target: AssignmentTarget, on: boolean) {
    if (running) return
    setRunning({ key: keyOf(target), on })
    try {
      await (on ? assign(target) : unassign(target))
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(feesFailure(failure.message))
    } finally {
      setRunning(null)
    }
  }

  return {
    isChecked: (target, stored) => (running?.key === keyOf(target) ? running.on : stored),
    assign: (target) => void run(target, true),
    unassign: (target, count) => {
      if (count > 1) setConfirming({ target, count })
      else void run(target, false)
    },
    dialog: confirming ? (
      <ConfirmDialog
        open
        title={t`Remove Students`}
        confirmLabel={t`Remove ${plural(confirming.count, { one: '# student', other: '# students' })}`}
        onConfirm={() => unassign(confirming.target)}
        onClose={() => setConfirming(null)}
        failureMessage={feesFailure}
      >
        <Text>
          <Removed {...confirming} category={name} />{' '}
          <Trans>Students with payments or discounts on its fees stay, and you will see their names.</Trans>
        </Text>
      </ConfirmDialog>
    ) : (
      kept && <KeptStudentsDialog category={name} kept={kept} onClose={() => setKept(null)} />
    ),
  }
}

/** Says how many students will not pay a category any more. */
function Removed({ target: { who }, count, category }: { target: AssignmentTarget; count: number; category: string }) {
  if ('all' in who)
    return (
      <Trans>
        <Plural value={count} one="# student" other="# students" /> of all classes will not pay <strong>{category}</strong> any
        more.
      </Trans>
    )
  if ('className' in who)
    return (
      <Trans>
        <Plural value={count} one="# student" other="# students" /> of class {who.className} will not pay{' '}
        <strong>{category}</strong> any more.
      </Trans>
    )
  return (
    <Trans>
      <Plural value={count} one="# student" other="# students" /> of {who.name} will not pay <strong>{category}</strong> any more.
    </Trans>
  )
}
