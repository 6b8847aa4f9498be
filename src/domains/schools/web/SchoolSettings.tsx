import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { FileField } from '#ui/forms/FileField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { changedFields, platformSettings } from '../schools.rules.ts'
import { schoolForm, schoolFormOfAdmin } from '../schools.schema.ts'
import { SchoolFields } from './SchoolFields.tsx'
import { attTypeLabels } from './attTypeLabels.ts'
import { type SchoolSettingsFragment, UpdateSchoolDocument } from './schools.graphql.ts'
import { schoolFormValues } from './schoolForm.ts'
import styles from './SchoolSettings.module.css'
import { TextField } from '#ui/kit/TextField.tsx'
import { Photo } from '#ui/kit/Photo.tsx'

// The form does not wait for it.
const FilesUse = lazy(() => import('./FilesUse.tsx'))

/** The tab School Settings. Sends only changed fields, so that two people do not overwrite each other's changes. */
export function SchoolSettings({ school }: { school: SchoolSettingsFragment }) {
  const canEditPlatform = school.viewerCan.updatePlatformSettings.allowed
  const command = useCommandForm({
    schema: canEditPlatform ? schoolForm : schoolFormOfAdmin,
    mutation: UpdateSchoolDocument,
    alsoChanges: ['shell'],
    defaultValues: schoolFormValues(school),
    variables: (input) => {
      const changed = changedFields<object>(school, input)
      return {
        schoolId: school.id,
        input: Object.fromEntries(changed.map((field) => [field, input[field as keyof typeof input]])),
      }
    },
    success: t`School Updated Successfully!`,
    storedValues: ({ updateSchool }) => schoolFormValues(updateSchool),
  })
  return (
    <CommandForm command={command} submitLabel={t`Update School`}>
      <FormWide>
        <Suspense fallback={null}>
          <FilesUse />
        </Suspense>
      </FormWide>
      <SchoolFields
        canEditPlatform={canEditPlatform}
        fixedFields={<FixedFields attType={school.attType} />}
        logo={<Logo school={school} disabled={!canEditPlatform} />}
        signature={<Signature school={school} />}
      />
    </CommandForm>
  )
}

/** Fields that are chosen when a school is added and never change (specification, section 2). */
function FixedFields({ attType }: { attType: SchoolSettingsFragment['attType'] }) {
  const { terms } = useActiveSchool()
  const current = terms.find((term) => term.current)
  return (
    <>
      <TextField
        label={t`Current Term`}
        value={current?.name ?? ''}
        disabled
        hint={t`Terms are renamed and changed under “Terms Settings”`}
      />
      <TextField label={t`Attendance Type`} value={attTypeLabels[attType]} disabled hint={t`Chosen when the school was added`} />
    </>
  )
}

function Logo({ school, disabled }: { school: SchoolSettingsFragment; disabled: boolean }) {
  return (
    <FileField
      name="logoFile"
      label={platformSettings.logoFile}
      purpose="school-logo"
      storedUrl={school.logoUrl}
      disabled={disabled}
      hint={t`PNG, JPEG or WebP, at most 5 MB. It is saved when you save the settings.`}
      preview={(address) => <Photo src={address} alt={t`Logo`} className={styles.avatar} whole />}
    />
  )
}

/** The signature above "Head of the school" on certificates and ID cards. */
function Signature({ school }: { school: SchoolSettingsFragment }) {
  return (
    <FileField
      name="signatureFile"
      label={t`Signature of the Head`}
      purpose="school-signature"
      storedUrl={school.signatureUrl}
      hint={t`For certificates and ID cards. PNG, JPEG or WebP, at most 5 MB, best without a background.`}
      preview={(address) => <img src={address} alt={t`Signature`} className={styles.picture} />}
    />
  )
}
