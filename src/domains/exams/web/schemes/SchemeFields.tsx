import { plural, t } from '@lingui/core/macro'
import { useFormState } from 'react-hook-form'
import { TextField } from '#ui/forms/TextField.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { SchemeCardFields } from './SchemeCardFields.tsx'
import { SchemeClassFields } from './SchemeClassFields.tsx'
import { messagesIn } from './schemeForm.ts'
import { SchemeHolisticFields } from './SchemeHolisticFields.tsx'
import { SchemePartFields } from './SchemePartFields.tsx'
import { SchemePatternFields } from './SchemePatternFields.tsx'
import { SchemeRuleFields } from './SchemeRuleFields.tsx'
import { SchemeScaleFields } from './SchemeScaleFields.tsx'
import { SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

/** The fields of a scheme, in the order in which a school thinks of it. */
export function SchemeFields() {
  return (
    // Enter would save before a new name is carried over (Renaming).
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.form}
      onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()}
    >
      <SchemeSection title={t`Name and source`} of={['name', 'source']} opened>
        <div className={styles.two}>
          <TextField name="content.name" label={t`Name`} required autoComplete="off" />
          <TextField
            name="content.source.title"
            label={t`Source`}
            autoComplete="off"
            hint={t`The circular that it follows, with number and date`}
          />
          <TextField name="content.source.url" label={t`Link to the source`} type="url" autoComplete="off" />
          <TextField name="content.source.note" label={t`Note`} lines={2} hint={t`What your school has chosen`} />
        </div>
      </SchemeSection>
      <SchemeClassFields />
      <SchemePartFields />
      <SchemePatternFields />
      <SchemeScaleFields />
      <SchemeRuleFields />
      <SchemeHolisticFields />
      <SchemeCardFields />
      <Problems />
    </div>
  )
}

/** Everything that is wrong, beside the button that was pressed: the fields may be out of sight. */
function Problems() {
  const { errors, isSubmitted } = useFormState()
  const messages = isSubmitted ? messagesIn(errors) : []
  if (messages.length === 0) return null
  return (
    <Alert kind="error" title={plural(messages.length, { one: '# thing to correct', other: '# things to correct' })}>
      <ul className={styles.problems}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}
