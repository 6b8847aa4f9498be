import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { CaseOfStudentFragment } from './casesOfStudent.graphql.ts'
import { reasonText } from './reasonTexts.ts'

/** The cases of a student in Attention, the latest first; each leads to its page. Without one, there is nothing. */
export function CasesOfStudent({ cases }: { cases: readonly CaseOfStudentFragment[] }) {
  const titleId = useId()
  if (cases.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby={titleId}>
      <Heading level={2} id={titleId}>
        <Trans>Attention</Trans>
      </Heading>
      {cases.map(({ id, openedOn, lookAgainOn, closedOn, reasons }) => (
        <Row key={id} gap={2} align="center" wrap>
          <Link as={RouterLink} to={`/attention/${id}`}>
            {reasons.map(reasonText).join(', ')}
          </Link>
          {closedOn === null ? (
            <Chip label={t({ message: 'Open', context: 'a case' })} tone="warn" />
          ) : (
            <Chip label={t({ message: 'Closed', context: 'a case' })} tone="good" />
          )}
          <Text size="small" tone="quiet">
            {closedOn === null
              ? lookAgainOn === null
                ? showDay(openedOn)
                : t`look again on ${showDay(lookAgainOn)}`
              : t`${showDay(openedOn)} to ${showDay(closedOn)}`}
          </Text>
        </Row>
      ))}
    </Stack>
  )
}
