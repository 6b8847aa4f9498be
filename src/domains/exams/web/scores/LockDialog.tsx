import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { LockScoresDocument, UnlockScoresDocument } from './scores.graphql.ts'

interface LockDialogProps {
  /** One sheet, or all of a section in a part where `subjectId` is null. */
  sheet: { sectionId: string; subjectId: string | null; part: string }
  title: string
  /** False opens what is locked. */
  locks: boolean
  /** Number of marks that are not entered. */
  missing: number
  onDone?: () => void
  onClose: () => void
}

/** Asks before marks are locked or opened again. */
export function LockDialog({ sheet, title, locks, missing, onDone, onClose }: LockDialogProps) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const { sectionId, subjectId, part } = sheet
  return (
    <ConfirmDialog
      open
      title={locks ? t`Lock ${title}?` : t`Unlock ${title}?`}
      confirmLabel={locks ? t`Lock marks` : t`Unlock marks`}
      destructive={false}
      onConfirm={async () => {
        const input = { sectionId, subjectIds: subjectId === null ? [] : [subjectId], part }
        await (locks ? send(LockScoresDocument, { schoolId, input }) : send(UnlockScoresDocument, { schoolId, input }))
        showSuccess(locks ? t`${title} was locked` : t`${title} was unlocked`)
        onDone?.()
      }}
      onClose={onClose}
    >
      <p>
        {locks ? (
          <Trans>Teachers cannot change these marks any more. The office still can, with a reason.</Trans>
        ) : (
          <Trans>Teachers can change these marks again.</Trans>
        )}
      </p>
      {locks && missing > 0 && (
        <p>{plural(missing, { one: '# mark is not entered yet.', other: '# marks are not entered yet.' })}</p>
      )}
    </ConfirmDialog>
  )
}
