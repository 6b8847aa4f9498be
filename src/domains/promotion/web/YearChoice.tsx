import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { EmptyState } from '#ui/states.tsx'
import { isEarlierTerm } from '../promotion.rules.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './YearChoice.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Select } from '#ui/kit/Select.tsx'

/** A selector of the previous term: the terms before the current one, the latest preselected. */
export function YearChoice({ onConfirm }: { onConfirm: (termId: string) => void }) {
  const { terms } = useActiveSchool()
  const current = terms.find((term) => term.current)
  const others = terms
    .filter((term) => current && !term.current && isEarlierTerm(term, current))
    .sort((a, b) => (isEarlierTerm(a, b) ? -1 : 1))
  const latest = others.at(-1)
  const [chosen, setChosen] = useState<string | null>(null)
  const fieldId = useId()
  const termId = others.find((term) => term.id === chosen)?.id ?? latest?.id ?? ''
  const settings = (
    <Link as={RouterLink} to="/settings?tab=terms">
      <Trans>Terms Settings</Trans>
    </Link>
  )
  if (!current || !latest)
    return (
      <EmptyState
        text={t`There is no previous term`}
        hint={t`Add the new year in the settings and make it the current term. Then promote from the year that has ended.`}
        action={settings}
      />
    )
  return (
    <section aria-label={t`Previous term`} className={styles.section}>
      <Row gap={4} align="center" wrap>
        <Select
          id={fieldId}
          label={t`Previous Term`}
          value={termId}
          onChange={(event) => setChosen(event.target.value)}
          className={styles.field}
        >
          {others.map((term) => (
            <option key={term.id} value={term.id}>
              {term.name}
            </option>
          ))}
        </Select>
        <Button variant="primary" size="large" onClick={() => onConfirm(termId)}>
          <Trans>Confirm Year</Trans>
        </Button>
      </Row>
      <Text tone="quiet" size="small">
        <Trans>
          The new term is {current.name}, the current term. To promote to another term, make it the current one in {settings}{' '}
          first.
        </Trans>
      </Text>
    </section>
  )
}
