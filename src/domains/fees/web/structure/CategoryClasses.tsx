import { plural, t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { showCount } from '#shared/counts.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { scaleMoney, showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { FeeCategoryScope } from '#ui/generated/schema.types.ts'
import { FeeCategoryRuleDocument, type FeeCategoryRowFragment, type FeeCategoryRuleQuery } from './feeCategories.graphql.ts'
import styles from './CategoryClasses.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { Text } from '#ui/kit/Text.tsx'

type Preview = FeeCategoryRuleQuery['feeCategoryRule']

/** The labels of the choice of classes. */
export const scopeLabels: Readonly<Record<FeeCategoryScope, string>> = {
  HAND: t`No class: assigned by hand only`,
  CLASSES: t`The classes below`,
  ALL: t`All classes`,
}

/** The fields that say for which classes a category is, with what they change for students. */
export function CategoryClasses({ category }: { category: FeeCategoryRowFragment | null }) {
  const { sections } = useSectionChoices()
  const scope: FeeCategoryScope = useWatch({ name: 'scope' })
  const options = useMemo(() => {
    const classes = new Map((sections ?? []).map((section) => [section.class.id, section.class.name]))
    // A class without sections has no students yet, and may have been chosen all the same.
    for (const { id, name } of category?.classes ?? []) classes.set(id, name)
    return [...classes].map(([value, label]) => ({ value, label }))
  }, [sections, category])
  return (
    <>
      <FormWide>
        <SelectField
          name="scope"
          label={t`For which classes`}
          options={(['HAND', 'CLASSES', 'ALL'] as const).map((value) => ({ value, label: scopeLabels[value] }))}
          hint={scope === 'HAND' ? undefined : t`Students who are added, imported, moved or promoted to them get it by rule`}
        />
      </FormWide>
      {scope === 'CLASSES' && (
        <FormWide>
          <ChoiceField name="classIds" label={t`Classes`} multiple options={options} loading={!sections} required />
        </FormWide>
      )}
      <FormWide>
        <RulePreview category={category} />
      </FormWide>
    </>
  )
}

/** Says what the chosen classes change for students, and offers to assign these now. */
function RulePreview({ category }: { category: FeeCategoryRowFragment | null }) {
  const { schoolId, termId } = useActiveSchool()
  const { setValue } = useFormContext()
  const [scope, classIds, apply]: [FeeCategoryScope, string[], object | null] = useWatch({ name: ['scope', 'classIds', 'apply'] })
  const chosen = scope === 'CLASSES' ? classIds : []
  const { data, error, refetch } = useQuery(FeeCategoryRuleDocument, {
    variables: { schoolId, input: { termId, scope, classIds: chosen, ...(category ? { id: category.id } : {}) } },
    skip: scope === 'CLASSES' ? chosen.length === 0 : scope === 'HAND' && (category?.scope ?? 'HAND') === 'HAND',
    fetchPolicy: 'network-only',
  })
  const preview = data?.feeCategoryRule
  const [added, removed, adopted] = [preview?.added ?? 0, preview?.removed ?? 0, preview?.adopted ?? 0]
  const isApplied = apply !== null
  const changesStudents = added + removed + adopted > 0
  useEffect(() => {
    if (isApplied) setValue('apply', changesStudents ? { added, removed } : null)
  }, [isApplied, changesStudents, added, removed, setValue])
  if (error) return <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
  if (!preview) return null
  return (
    <div className={styles.preview} role="group" aria-label={t`Students`}>
      {changesStudents ? (
        <>
          <Checkbox
            checked={isApplied}
            onChange={({ target: { checked } }) => setValue('apply', checked ? { added, removed } : null)}
            label={t`Assign the students by these classes now`}
          />
          <ul className={styles.list}>
            {changeTexts(preview).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {!isApplied && removed > 0 && (
            <Text tone="quiet" size="small">
              {t`Otherwise they keep it, as if it had been given by hand.`}
            </Text>
          )}
        </>
      ) : (
        <Text tone="quiet" size="small">{t`All students are assigned as these classes say.`}</Text>
      )}
      {preview.kept.length > 0 && (
        <Alert kind="info">{t`Money was collected on it from ${namesOf(preview.kept)}. They keep it.`}</Alert>
      )}
      {preview.excepted > 0 && (
        <Text tone="quiet" size="small">
          {plural(preview.excepted, {
            one: '# student was removed from it by hand, and is left out.',
            other: '# students were removed from it by hand, and are left out.',
          })}
        </Text>
      )}
    </div>
  )
}

/** Returns what is changed for students, each as a sentence. */
function changeTexts({ added, adopted, removed, each }: Preview): string[] {
  const total = showMoney(scaleMoney(each, added, 1))
  return [
    added > 0 &&
      plural(added, {
        one: `# student is added and pays ${showMoney(each)} a year.`,
        other: `# students are added and pay ${showMoney(each)} each a year, ${total} together.`,
      }),
    adopted > 0 &&
      plural(adopted, {
        one: '# student pays it already and follows the rule from now on.',
        other: '# students pay it already and follow the rule from now on.',
      }),
    removed > 0 &&
      plural(removed, {
        one: '# student of another class is removed.',
        other: '# students of other classes are removed.',
      }),
  ].filter((text) => text !== false)
}

/** Maximum number of names in a sentence. */
const maxNames = 5

/** Lists names; the last ones of many as a number. */
export function namesOf(names: readonly string[]): string {
  if (names.length <= maxNames) return joinWithAnd(names)
  return joinWithAnd([...names.slice(0, maxNames), t`${showCount(names.length - maxNames)} more`])
}
