import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateField } from '#ui/forms/DateField.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { PartDays } from '../../partDays.schema.ts'
import { sayWord } from '../sayWord.ts'
import styles from './ClassAssessmentFields.module.css'

interface Form {
  partDays: PartDays[]
}

/** The days of each part of a class's scheme. A part without days has the whole term. */
export function PartDaysFields({ parts }: { parts: readonly string[] }) {
  const { getValues, setValue } = useFormContext<Form>()
  const shown = useWatch<Form, 'partDays'>({ name: 'partDays' })
  const names = parts.join('\n')
  useEffect(() => {
    // Another scheme has other parts.
    const known = getValues('partDays')
    setValue(
      'partDays',
      names.split('\n').map((part) => known.find((each) => each.part === part) ?? { part, from: '', to: '' }),
    )
  }, [names, getValues, setValue])
  return (
    <section aria-labelledby="part-days" className={styles.subjects}>
      <Heading level={2} id="part-days">
        <Trans>Days of the parts</Trans>
      </Heading>
      <Text size="small" tone="quiet">
        <Trans>A report card of a part counts the attendance of these days. Without them it counts the whole term.</Trans>
      </Text>
      {shown.map(({ part }, index) => (
        <div key={part} role="group" aria-label={sayWord(part)} className={styles.partDays}>
          <Text>{sayWord(part)}</Text>
          <DateField name={`partDays.${index}.from`} label={t({ message: 'From', context: 'a day' })} />
          <DateField name={`partDays.${index}.to`} label={t({ message: 'To', context: 'a day' })} />
        </div>
      ))}
    </section>
  )
}
