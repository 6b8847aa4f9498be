import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import { FormWide } from '../forms/CommandForm.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'

/** Fields of `linkFields` (shared/documentLink.ts): whether the document's link is sent, and to whom. */
export function LinkFields({ of }: { of: string }) {
  const sendLink: unknown = useWatch({ name: 'sendLink' })
  return (
    <>
      <FormWide>
        <SwitchField name="sendLink" label={t`Send the link by e-mail`} />
      </FormWide>
      {sendLink === true && <LinkEmailField of={of} />}
    </>
  )
}

/** E-mail field for the document's link. @param of what the document is about; by default the one on the screen */
export function LinkEmailField({ of }: { of?: string }) {
  return (
    <FormWide>
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        required
        autoComplete="email"
        hint={
          of === undefined
            ? t`The link holds for 24 hours, and only for those of the school who may see this`
            : t`The link holds for 24 hours, and only for those of the school who may see ${of}`
        }
      />
    </FormWide>
  )
}
