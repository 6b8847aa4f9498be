import { t } from '@lingui/core/macro'
import { useNotReadyReason } from '#domains/messaging/web/notReadyReason.exports.ts'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'

/** The switch `tellFamilies` of forms that publish. It is disabled, with the reason, where the school cannot send. */
export function TellFamiliesField() {
  const notReady = useNotReadyReason('RESULT')
  return (
    <FormWide>
      <SwitchField
        name="tellFamilies"
        label={t`Send families a message on that day`}
        hint={notReady || t`From 9:00, one for each family with a card. Until then you can take it back.`}
        disabled={notReady !== null}
      />
    </FormWide>
  )
}
