import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { useFeeCategoryOptions } from './structure/useFeeCategoryOptions.ts'

/**
 * The field for a student's fee categories at admission. Use it inside a form whose field holds the category ids.
 * Renders nothing where the school has no fees or no categories in the shown term.
 */
export function FeeCategoriesField({ name }: { name: string }) {
  const { school } = useActiveSchool()
  return school.flags.feesModule ? <CategoriesField name={name} /> : null
}

function CategoriesField({ name }: { name: string }) {
  const options = useFeeCategoryOptions()
  if (options.length === 0) return null
  return (
    <FormWide>
      <ChoiceField
        name={name}
        label={t`Fees Categories`}
        multiple
        options={options}
        hint={t`What the student pays in this term, beside the fees by rule`}
      />
    </FormWide>
  )
}
