import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { refundForm } from '../../onlinefees.schema.ts'
import { SettleSurplusDocument } from './look.graphql.ts'
import { refundSum, type Surplus, surplusTitle } from './surplusTexts.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The dialog for noting a refund. */
export function RefundDialog({ surplus, onDone, onClose }: { surplus: Surplus; onDone: () => void; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: refundForm,
    mutation: SettleSurplusDocument,
    defaultValues: { reference: '' },
    variables: ({ reference }, key) => ({ schoolId, input: { key, id: surplus.id, how: 'REFUNDED' as const, reference } }),
    success: t`Refund noted`,
    failure: onceFailedMessage,
    // Somebody else has settled it meanwhile, so the list is reloaded.
    onFailure: ({ code }) => (code === 'CONFLICT' || code === 'NOT_FOUND') && onDone(),
    onDone,
  })
  return (
    <Dialog title={t`Refunded`} onClose={command.saving ? undefined : onClose}>
      <CommandForm command={command} submitLabel={t`Note the refund`} cancelLabel={t`Go Back`} onCancel={onClose} inDialog>
        <FormWide>
          <Alert kind="warning" icon={false}>
            <Trans>
              <strong>{surplusTitle(surplus)}</strong>
              <br />
              Refund it first, at the bank or in the gateway’s own pages; here the refund is only noted. This cannot be undone.
            </Trans>{' '}
            {refundSum(surplus)}
          </Alert>
        </FormWide>
        <FormWide>
          <TextField name="reference" label={t`Refund Reference`} required autoComplete="off" autoFocus />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
