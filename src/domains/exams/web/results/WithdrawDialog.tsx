import { plural, t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { withdrawForm } from '../../publishing.schema.ts'
import { WithdrawResultsDocument } from './results.graphql.ts'
import type { Publication } from './resultTexts.ts'

interface WithdrawDialogProps {
  publication: Publication
  /** Such as `7-A, Term 1`. */
  title: string
  onClose: () => void
}

/** Asks why results are withdrawn, and withdraws them. */
export function WithdrawDialog({ publication: { id, cards }, title, onClose }: WithdrawDialogProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: withdrawForm.pick({ reason: true }),
    mutation: WithdrawResultsDocument,
    defaultValues: { reason: '' },
    variables: (input) => ({ schoolId, input: { ...input, id } }),
    success: t`The results of ${title} were withdrawn`,
    failure: (message) => message,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Withdraw ${title}?`} size="small" onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Withdraw results`} onCancel={onClose} inDialog destructive>
        <FormWide>
          <Text>
            {plural(cards, {
              one: 'The family no longer sees the card, and its code says that it is not valid any more.',
              other: 'Families no longer see the # cards, and their codes say that they are not valid any more.',
            })}{' '}
            {t`Marks are not changed. You can publish again, which makes new cards.`}
          </Text>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required maxLength={200} hint={t`Such as: Totalled again`} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
