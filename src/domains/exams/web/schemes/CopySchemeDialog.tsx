import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { requiredText } from '#shared/inputs.ts'
import { z } from 'zod'
import { CopySchemeDocument } from '../exams.graphql.ts'
import { schemeAddress } from './schemeTexts.ts'
import { type Source, SchemeSource } from './SchemeSource.tsx'

/** A scheme of the school, by its id, or a ready one. */
export type SchemeToCopy = { name: string } & ({ id: string } | { ready: string; source: Source })

const copyForm = z.object({ name: requiredText(100) })

/** The form that copies a scheme under a name, and then opens the copy. */
export function CopySchemeDialog({ scheme, onClose }: { scheme: SchemeToCopy; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { name } = scheme
  const isReady = 'ready' in scheme
  const from = isReady ? { ready: scheme.ready } : { id: scheme.id }
  const command = useCommandForm({
    schema: copyForm,
    mutation: CopySchemeDocument,
    defaultValues: { name: isReady ? name : t`${name}, copy` },
    variables: (input) => ({ schoolId, input: { ...from, ...input } }),
    success: (_, input) => t`${input.name} was added`,
    failure: () => t`The scheme was not copied`,
    onDone: ({ copyScheme }) => {
      onClose()
      navigate(schemeAddress(copyScheme.id))
    },
  })
  return (
    <Dialog title={t`Copy ${name}`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Copy scheme`} onCancel={onClose} inDialog>
        <FormWide>
          <TextField
            name="name"
            label={t`Name of the copy`}
            required
            autoFocus
            autoComplete="off"
            hint={t`As your school calls it, such as Primary classes`}
          />
        </FormWide>
        {isReady && (
          <FormWide>
            <SchemeSource source={scheme.source} />
          </FormWide>
        )}
        <FormWide>
          <Trans>The copy belongs to your school: change it as you like. The original stays as it is.</Trans>
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
