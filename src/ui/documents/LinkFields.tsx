import { useWatch } from 'react-hook-form'
import { FormWide } from '../forms/CommandForm.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'

/** Whether the link of what is ordered is sent, and to whom: the fields of `linkFields` (shared/documentLink.ts). */
export function LinkFields({ of }: { of: string }) {
  const sendLink: unknown = useWatch({ name: 'sendLink' })
  return (
    <>
      <FormWide>
        <SwitchField name="sendLink" label="Send the link by e-mail" />
      </FormWide>
      {sendLink === true && <LinkEmailField of={of} />}
    </>
  )
}

/** Where the link of a document goes. @param of what the document tells of, as the end of a sentence */
export function LinkEmailField({ of }: { of: string }) {
  return (
    <FormWide>
      <TextField
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="email"
        helperText={`The link holds for 24 hours, and only for those of the school who may see ${of}`}
      />
    </FormWide>
  )
}
