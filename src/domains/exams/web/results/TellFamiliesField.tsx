import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import { useNotReadyReason } from '#domains/messaging/web/notReadyReason.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'

/** The switch `tellFamilies` of forms that publish. It is disabled, with the reason, where the school cannot send. */
export function TellFamiliesField() {
  const notReady = useNotReadyReason('RESULT')
  const visibleFrom = useWatch<{ visibleFrom: string }, 'visibleFrom'>({ name: 'visibleFrom' })
  const isSentAtOnce = visibleFrom !== '' && visibleFrom <= schoolDay(new Date())
  return (
    <FormWide>
      <SwitchField
        name="tellFamilies"
        label={t`Send families a message on that day`}
        hint={
          notReady ||
          (isSentAtOnce
            ? t`A few minutes after publishing, but not before 9:00. One for each family with a card.`
            : t`From 9:00, one for each family with a card. Until then you can take it back.`)
        }
        disabled={notReady !== null}
      />
    </FormWide>
  )
}
