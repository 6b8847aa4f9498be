import { t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { attTypes } from '#shared/attTypes.ts'
import { useShell } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { setupAddress } from '#domains/setup/web/setup.exports.tsx'
import { newSchoolForm } from '../schools.schema.ts'
import { SchoolFields } from './SchoolFields.tsx'
import { attTypeLabels } from './attTypeLabels.ts'
import { AddSchoolDocument } from './schools.graphql.ts'
import { newSchoolValues } from './schoolForm.ts'

const attTypeOptions = attTypes.map((attType) => ({ value: attType, label: attTypeLabels[attType] }))

/** The tab Add School: creates a school with its first term. */
export default function AddSchool() {
  const { chooseSchool } = useShell()
  const navigate = useNavigate()
  const command = useCommandForm({
    schema: newSchoolForm,
    mutation: AddSchoolDocument,
    defaultValues: newSchoolValues,
    variables: (input) => ({ input }),
    onDone: ({ addSchool: { id } }) => {
      const openSetup = async () => {
        try {
          await chooseSchool(id)
          navigate(setupAddress)
        } catch (problem) {
          showError(genericMessage(failureOf(problem)))
        }
      }
      showSuccess(t`School Added Successfully!`, { label: t`Set it up`, onClick: () => void openSetup() })
      navigate('/schools')
    },
  })
  return (
    <CommandForm command={command} submitLabel={t`Add School`}>
      <SchoolFields
        canEditPlatform
        fixedFields={
          <>
            <TextField
              name="term"
              label={t`First Term`}
              required
              autoComplete="off"
              hint={t`The current school year, such as 2026-27`}
            />
            <SelectField
              name="attType"
              label={t`Attendance Type`}
              required
              options={attTypeOptions}
              hint={t`Cannot be changed later`}
            />
          </>
        }
      />
    </CommandForm>
  )
}
