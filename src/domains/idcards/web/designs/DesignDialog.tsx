import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ColorField } from '#ui/forms/ColorField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { cardHolders, cardLayouts, fieldIsOf } from '../../cardFields.ts'
import { maxBackTextLength } from '../../idcards.schema.ts'
import { CardSides } from '../CardView.tsx'
import { holderLabels, layoutLabels } from '../cardLabels.ts'
import { samplePerson } from '../cardPeople.ts'
import { type CardDesignFragment, SaveIdCardDesignDocument } from '../idcards.graphql.ts'
import { designForm, type DesignValues, previewLook, newDesign, valuesOf } from './designForm.ts'
import type { DesignsProps } from './Designs.tsx'
import { FieldsField } from './FieldsField.tsx'
import styles from './DesignDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

interface DesignDialogProps extends Pick<DesignsProps, 'school' | 'can'> {
  /** null for a new one. */
  design: CardDesignFragment | null
  onClose: () => void
}

/** The form of a design, with a preview of the card. */
export function DesignDialog({ design, school, can, onClose }: DesignDialogProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: designForm,
    mutation: SaveIdCardDesignDocument,
    defaultValues: design ? valuesOf(design) : newDesign(school.termName),
    variables: ({ fields, holder, ...input }) => ({
      schoolId,
      input: {
        ...input,
        id: design?.id ?? null,
        seen: design?.version ?? 0,
        holder,
        fields: fields.filter((field) => fieldIsOf(field, holder)),
      },
    }),
    success: ({ saveIdCardDesign: { name } }) => (design ? t`${name} was changed.` : t`${name} was added.`),
    onDone: onClose,
  })
  return (
    <Dialog title={design ? t`Edit Design` : t`Add Design`} onClose={onClose} size="large">
      <CommandForm command={command} submitLabel={design ? t`Update Design` : t`Add Design`} onCancel={onClose} inDialog>
        <FormWide>
          <Preview school={school} />
        </FormWide>
        <DesignFields school={school} staff={can.viewStaff.allowed} isNew={design === null} />
      </CommandForm>
    </Dialog>
  )
}

function Preview({ school }: Pick<DesignsProps, 'school'>) {
  const values = useFormContext<DesignValues>().watch()
  const look = previewLook(values, school.color)
  return (
    <div role="img" aria-label={t`How the card looks`} className={styles.row}>
      <CardSides look={look} school={school} person={samplePerson(look)} />
    </div>
  )
}

function DesignFields({ school, staff, isNew }: Pick<DesignsProps, 'school'> & { staff: boolean; isNew: boolean }) {
  const { watch } = useFormContext<DesignValues>()
  const [holder, signature] = watch(['holder', 'signature'])
  return (
    <>
      <TextField name="name" label={t`Name`} required autoFocus={isNew} autoComplete="off" />
      <SelectField
        name="holder"
        label={t`For`}
        required
        disabled={!staff}
        options={cardHolders.map((value) => ({ value, label: holderLabels[value] }))}
      />
      <SelectField
        name="layout"
        label={t`Layout`}
        required
        options={cardLayouts.map((value) => ({ value, label: `${layoutLabels[value].label}: ${layoutLabels[value].hint}` }))}
      />
      <ColorField name="color" label={t`Colour`} standard={school.color} hint={t`Leave blank for the school’s own colour`} />
      <FormWide>
        <FieldsField holder={holder} />
      </FormWide>
      <DateField name="validUntil" label={t`Valid until`} hint={t`Leave blank to print the term`} />
      <SwitchField name="signature" label={t`The head’s signature`} />
      {signature && school.signatureUrl === null && (
        <FormWide>
          <Alert kind="info">
            <Trans>
              No signature is saved, so the card has a line to sign on. You can upload a signature in the school’s settings.
            </Trans>
          </Alert>
        </FormWide>
      )}
      <FormWide>
        <TextField
          name="backText"
          label={t`Text on the back`}
          lines={2}
          maxLength={maxBackTextLength}
          hint={t`For example, whose the card is and where to return it`}
        />
      </FormWide>
    </>
  )
}
