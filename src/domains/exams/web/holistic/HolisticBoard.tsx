import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { ChevronRightIcon } from '#ui/kit/icons.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { HolisticProgressDocument, type HolisticProgressQuery } from './holistic.graphql.ts'
import { holisticAddress } from './holisticTexts.ts'
import styles from '../scores/ScoreBoard.module.css'
import sectionStyles from '../SectionList.module.css'
import { sayWord } from '../sayWord.ts'

type Progress = HolisticProgressQuery['holisticProgress'][number]

/** The tab Holistic cards: the sections whose classes have them, and how many cards of each part are begun. */
export default function HolisticBoard() {
  const { schoolId, termId, viewer } = useActiveSchool()
  const { data, error, refetch } = useQuery(HolisticProgressDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes', 'students'],
    skip: termId === '0',
  })
  if (!data && termId !== '0') return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const rows = data?.holisticProgress ?? []
  if (rows.length === 0)
    return (
      <EmptyState
        text={t`No class has holistic cards`}
        hint={t`Sections are listed here, once the scheme of their class has statements for the holistic progress card.`}
        action={
          viewer.role !== 'TEACHER' && (
            <Button as={Link} to="/exams?tab=schemes">
              <Trans>Go to the schemes</Trans>
            </Button>
          )
        }
      />
    )
  const sections = [...Map.groupBy(rows, ({ sectionId }) => sectionId).values()]
  return (
    <Stack gap={5}>
      {sections.map((parts) => (
        <Section key={parts[0]?.sectionId} parts={parts} />
      ))}
    </Stack>
  )
}

function Section({ parts }: { parts: readonly Progress[] }) {
  const name = `${parts[0]?.className}-${parts[0]?.sectionName}`
  return (
    <section aria-label={name} className={sectionStyles.section}>
      <Heading level={2}>{name}</Heading>
      {/* Without its marks, Safari does not say that it is a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={sectionStyles.list}>
        {parts.map(({ sectionId, part, students: needed, entered }) => (
          <li key={part}>
            <Pressable as={Link} to={holisticAddress(sectionId, part)} className={styles.row}>
              <span className={styles.subject}>{sayWord(part)}</span>
              <span aria-hidden className={styles.bar}>
                <i style={{ inlineSize: `${needed === 0 ? 0 : (100 * entered) / needed}%` }} />
              </span>
              <span className={styles.count}>{t`${entered} of ${needed}`}</span>
              <span>{needed > 0 && entered === needed && <Chip label={t`All begun`} tone="good" />}</span>
              <ChevronRightIcon size={18} aria-hidden className={styles.arrow} />
            </Pressable>
          </li>
        ))}
      </ul>
    </section>
  )
}
