import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { CheckIcon } from '#ui/kit/icons.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useCommand } from '#ui/useCommand.ts'
import { SetFamilyToldDocument } from './today.graphql.ts'

/** Records that somebody has talked to the family of an absent child. It can be taken back from the message. */
export function FamilyKnows({ student: { studentId, name } }: { student: { studentId: string; name: string } }) {
  const { schoolId } = useActiveSchool()
  const [set, setting] = useCommand(SetFamilyToldDocument, { failure: (text) => text })
  async function tell() {
    const done = await set({ schoolId, input: { studentId, told: true } })
    if (!done) return
    showSuccess(t`The family of ${name} knows`, {
      label: t`Undo`,
      onClick: () => void set({ schoolId, input: { studentId, told: false } }),
    })
  }
  return (
    <Button
      size="small"
      icon={<CheckIcon size={16} />}
      loading={setting}
      aria-label={t`Told: the family of ${name} knows`}
      onClick={() => void tell()}
    >
      {t({ message: 'Told', context: 'a family' })}
    </Button>
  )
}
