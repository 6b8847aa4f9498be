import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { TeachersSelect } from '#domains/users/web/users.exports.tsx'
import { newSectionForm } from '../promotion.schema.ts'
import { type FromSection, sectionLabel } from './usePromotionContext.ts'
import styles from './SectionDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** The names and teachers of a section of the new term. */
export interface NewSection {
  className: string
  sectionName: string
  teacherIds: readonly string[]
}

export interface SectionDialogProps {
  from: FromSection
  section: NewSection
  toName: string
  onSave: (section: NewSection) => void
  onClose: () => void
}

/** Dialog for the names and teachers of a section of the new term. Stores nothing before the promotion. */
export function SectionDialog({ from, section, toName, onSave, onClose }: SectionDialogProps) {
  const form = useForm({
    resolver: zodResolver(newSectionForm),
    defaultValues: { className: section.className, sectionName: section.sectionName, teacherIds: [...section.teacherIds] },
  })
  return (
    <Dialog title={t`${sectionLabel(from)} in ${toName}`} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={form.handleSubmit(({ teacherIds, ...names }) => onSave({ ...names, teacherIds: teacherIds.map(String) }))}
          className={styles.form}
        >
          <DialogBody>
            <FormGrid>
              <TextField name="className" label={t`Class`} required />
              <TextField name="sectionName" label={t`Section`} required />
              <FormWide>
                <TeachersSelect name="teacherIds" also={from.teachers} />
              </FormWide>
            </FormGrid>
          </DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" onMouseDown={(event) => event.preventDefault()}>
              <Trans>Done</Trans>
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}
