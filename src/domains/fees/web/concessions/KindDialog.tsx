import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { concessionKindForm } from '../../concessions.schema.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { useFeeCategories } from '../structure/useFeeCategories.ts'
import { AddConcessionKindDocument, type ConcessionKindRowFragment, UpdateConcessionKindDocument } from './concessions.graphql.ts'
import { RateFields } from './RateFields.tsx'

/** The dialog that adds a kind of concession (`kind` null) or changes one. */
export function KindDialog({ kind, onClose }: { kind: ConcessionKindRowFragment | null; onClose: () => void }) {
  return (
    <Dialog title={kind ? t`Edit Kind of Concession` : t`Add Kind of Concession`} onClose={onClose}>
      {kind ? <UpdateForm kind={kind} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: concessionKindForm,
    mutation: AddConcessionKindDocument,
    defaultValues: { name: '', share: '', amount: '', categoryNames: [], forSiblings: false, needsDocument: false },
    variables: (input) => ({ schoolId, input }),
    success: ({ addConcessionKind }) => t`${addConcessionKind.name} has been added successfully!`,
    failure: feesFailure,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Kind of Concession`} onCancel={onClose} inDialog>
      <KindFields />
    </CommandForm>
  )
}

function UpdateForm({ kind, onClose }: { kind: ConcessionKindRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, name, share, amount, categoryNames, forSiblings, needsDocument } = kind
  const command = useCommandForm({
    schema: concessionKindForm,
    mutation: UpdateConcessionKindDocument,
    defaultValues: {
      name,
      share: share ?? '',
      amount: amount ?? '',
      categoryNames: categoryNames ?? [],
      forSiblings,
      needsDocument,
    },
    variables: (input) => ({ schoolId, input: { id, ...input } }),
    success: ({ updateConcessionKind }) => t`${updateConcessionKind.name} has been updated successfully!`,
    failure: feesFailure,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Kind of Concession`} onCancel={onClose} inDialog>
      <KindFields chosen={categoryNames ?? []} />
    </CommandForm>
  )
}

/** @param chosen categories of the kind, which another term may not have */
function KindFields({ chosen = [] }: { chosen?: readonly string[] }) {
  const { categories } = useFeeCategories()
  const names = [...new Set([...(categories ?? []).map((category) => category.name), ...chosen])]
  return (
    <>
      <FormWide>
        <TextField
          name="name"
          label={t`Name`}
          required
          autoFocus
          autoComplete="off"
          hint={t`Such as RTE, Staff child or Sibling`}
        />
      </FormWide>
      <RateFields />
      <FormWide>
        <ChoiceField
          name="categoryNames"
          label={t`Fees Categories`}
          multiple
          options={names.map((name) => ({ value: name, label: name }))}
          hint={t`Empty: all fixed fees. Categories of the same name count in every term`}
        />
      </FormWide>
      <SwitchField name="forSiblings" label={t`Propose it for siblings`} />
      <SwitchField name="needsDocument" label={t`Needs a document`} />
    </>
  )
}
