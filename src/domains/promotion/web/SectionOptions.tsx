import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { PromotionContext } from './usePromotionContext.ts'
import styles from './SectionOptions.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

/** The options of a promotion of sections. */
export interface SectionsChoice {
  subjects: boolean
  books: boolean
  smsNames: boolean
  /** null for the default: the categories whose names the new term does not have. */
  feeCategoryIds: readonly string[] | null
}

interface SectionOptionsProps {
  context: PromotionContext
  choice: SectionsChoice & { feeCategoryIds: readonly string[] }
  onChange: (choice: SectionsChoice) => void
}

/** The options of a promotion of sections: subjects, books, SMS names and fees categories. */
export function SectionOptions({ context, choice, onChange }: SectionOptionsProps) {
  const { school } = useActiveSchool()
  const titleId = useId()
  const { feeCategoryIds } = choice
  const box = (label: string, checked: boolean, set: (on: boolean) => void, disabled = false) => (
    <Checkbox
      checked={checked}
      onChange={({ target: { checked: on } }) => set(on)}
      key={label}
      label={label}
      disabled={disabled}
    />
  )
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Copy with the sections</Trans>
      </Heading>
      <Stack>
        {box(t`Subjects, with their timetables and teachers`, choice.subjects, (subjects) => onChange({ ...choice, subjects }))}
        {box(
          t`Books, with their teachers`,
          choice.books && choice.subjects,
          (books) => onChange({ ...choice, books }),
          !choice.subjects,
        )}
        {school.flags.manySchoolNames &&
          box(t`SMS names of the classes`, choice.smsNames, (smsNames) => onChange({ ...choice, smsNames }))}
      </Stack>
      {context.feeCategories.length > 0 && (
        <>
          <Heading level={3} className={styles.spaced}>
            <Trans>Fees categories, with all their fees and amounts</Trans>
          </Heading>
          <Stack>
            {context.feeCategories.map(({ id, name, feeCount, studentCount, there }) =>
              box(
                [
                  name,
                  plural(feeCount, { one: '# fee', other: '# fees' }),
                  plural(studentCount, { one: '# student', other: '# students' }),
                  ...(there ? [t`exists`] : []),
                ].join(' · '),
                feeCategoryIds.includes(id),
                (on) =>
                  onChange({
                    ...choice,
                    feeCategoryIds: on ? [...feeCategoryIds, id] : feeCategoryIds.filter((categoryId) => categoryId !== id),
                  }),
                there,
              ),
            )}
          </Stack>
          <Text size="small" className={styles.hint}>
            <Trans>
              Amounts can be changed under “Fees” afterwards. Students are put on the category of the same name when they are
              promoted.
            </Trans>
          </Text>
        </>
      )}
    </section>
  )
}
