import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { countWithNoun } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { PromotionContext } from './usePromotionContext.ts'
import styles from './SectionOptions.module.css'

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
    <FormControlLabel
      key={label}
      label={label}
      disabled={disabled}
      control={<Checkbox checked={checked} onChange={(_, on) => set(on)} />}
    />
  )
  return (
    <Paper variant="outlined" component="section" aria-labelledby={titleId} className={styles.section}>
      <Typography variant="h2" id={titleId}>
        Copy with the sections
      </Typography>
      <FormGroup>
        {box('Subjects, with their timetables and teachers', choice.subjects, (subjects) => onChange({ ...choice, subjects }))}
        {box(
          'Books, with their teachers',
          choice.books && choice.subjects,
          (books) => onChange({ ...choice, books }),
          !choice.subjects,
        )}
        {school.flags.manySchoolNames &&
          box('SMS names of the classes', choice.smsNames, (smsNames) => onChange({ ...choice, smsNames }))}
      </FormGroup>
      {context.feeCategories.length > 0 && (
        <>
          <Typography variant="h3" className={styles.spaced}>
            Fees categories, with all their fees and amounts
          </Typography>
          <FormGroup>
            {context.feeCategories.map(({ id, name, feeCount, studentCount, there }) =>
              box(
                `${name} · ${countWithNoun(feeCount, 'fee')} · ${countWithNoun(studentCount, 'student')}${there ? ' · exists' : ''}`,
                feeCategoryIds.includes(id),
                (on) =>
                  onChange({
                    ...choice,
                    feeCategoryIds: on ? [...feeCategoryIds, id] : feeCategoryIds.filter((categoryId) => categoryId !== id),
                  }),
                there,
              ),
            )}
          </FormGroup>
          <Typography variant="body2" className={styles.hint}>
            Amounts can be changed under Fees afterwards. Students are put on the category of the same name when they are
            promoted.
          </Typography>
        </>
      )}
    </Paper>
  )
}
