import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { ChevronRightIcon, PrintIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { isPublishable, isReady, openPeriod, type PeriodSection, periodsOf, sectionsIn } from './periods.ts'
import { ResultStandingsDocument } from './results.graphql.ts'
import {
  incompleteText,
  livePublication,
  messagesText,
  periodName,
  periodState,
  publicationText,
  resultsAddress,
  sectionTitle,
  type Standing,
} from './resultTexts.ts'
import styles from './ResultBoard.module.css'

const PublishDialog = later(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))
const OrderCardsDialog = later(async () => ({ default: (await import('./OrderCardsDialog.tsx')).OrderCardsDialog }))
const EarlierCards = later(() => import('./EarlierCards.tsx'))

const none: readonly Standing[] = []

/** The tab Results: which sections are ready, published or withdrawn in a part; each row opens its results. */
export default function ResultBoard() {
  const { schoolId, termId, viewer } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useQuery(ResultStandingsDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes', 'students'],
    skip: termId === '0',
  })
  const standings = data?.resultStandings ?? none
  const periods = useMemo(() => periodsOf(standings), [standings])
  const named = address.has('year') ? null : address.get('part')
  const isNamed = address.has('year') || (named !== null && periods.includes(named))
  const part = isNamed ? named : openPeriod(standings)
  const sections = useMemo(() => sectionsIn(standings, part), [standings, part])
  const [open, setOpen] = useState<'publish' | 'order' | null>(null)
  const [isEarlierOpen, setEarlierOpen] = useState(false)

  if (!data && termId !== '0') return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (standings.length === 0) return <NoResults isTeacher={viewer.role === 'TEACHER'} />
  const publishable = sections.filter(isPublishable)
  const published = sections.flatMap(({ standing, period }) => {
    const publication = livePublication(period.publication)
    return publication ? [{ publication, title: sectionTitle(standing), classId: standing.classId }] : []
  })
  const byClass = [...Map.groupBy(sections, ({ standing }) => standing.classId).values()]
  return (
    <Stack gap={5}>
      <Row gap={3} align="center" wrap>
        <ToggleGroup
          value={part ?? ''}
          onChange={(next: string) => {
            setAddress(new URLSearchParams({ tab: 'results', ...(next === '' ? { year: '' } : { part: next }) }))
          }}
          aria-label={t`Part`}
        >
          {periods.map((each) => (
            <Toggle key={each} value={each ?? ''}>
              {periodName(each)}
            </Toggle>
          ))}
        </ToggleGroup>
        <Text size="small" tone="quiet" as="span" className={styles.summary}>
          {summary(sections)}
        </Text>
        <Row gap={2} wrap>
          {published.length > 0 && (
            <Button icon={<PrintIcon size={18} />} onClick={() => setOpen('order')}>
              <Trans>Make report cards</Trans>
            </Button>
          )}
          {publishable.length > 0 && (
            <Button variant="primary" onClick={() => setOpen('publish')}>
              <Trans>Publish results</Trans>
            </Button>
          )}
        </Row>
      </Row>
      {byClass.map((members) => (
        <ClassStandings key={members[0]?.standing.classId} sections={members} />
      ))}
      <Disclosure title={t`Report cards made earlier`} open={isEarlierOpen} onToggle={setEarlierOpen} heading>
        {isEarlierOpen && <EarlierCards />}
      </Disclosure>
      {open === 'publish' && (
        <PublishDialog
          part={part}
          sections={publishable}
          chosen={publishable.filter(isReady).map(({ standing }) => standing.sectionId)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'order' && <OrderCardsDialog publications={published} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

function summary(sections: readonly PeriodSection[]): string {
  const published = sections.filter(({ period }) => livePublication(period.publication)).length
  const ready = sections.filter(
    (each) => each.standing.students > 0 && !livePublication(each.period.publication) && each.period.incomplete === 0,
  ).length
  const count = plural(sections.length, { one: '# section', other: '# sections' })
  return t`${count}: ${ready} ready, ${published} published`
}

function NoResults({ isTeacher }: { isTeacher: boolean }) {
  if (isTeacher)
    return (
      <EmptyState
        text={t`No results of your sections yet`}
        hint={t`The results of the sections of which you are class teacher stand here, once the office has said how their classes are assessed.`}
      />
    )
  return (
    <EmptyState
      text={t`No class is assessed yet`}
      hint={t`Which sections are ready and which are published stands here. Say first by which scheme each class is assessed.`}
      action={
        <Button variant="primary" as={Link} to="/exams?tab=classes">
          <Trans>Go to the classes</Trans>
        </Button>
      }
    />
  )
}

function ClassStandings({ sections }: { sections: readonly PeriodSection[] }) {
  const className = sections[0]?.standing.className ?? ''
  return (
    <section aria-label={t`Class ${className}`} className={styles.section}>
      <Heading level={2}>{t`Class ${className}`}</Heading>
      {/* Without its marks, Safari does not say that it is a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={styles.list}>
        {sections.map((section) => (
          <li key={section.standing.sectionId}>
            <StandingRow {...section} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StandingRow({ standing, period }: PeriodSection) {
  const { sectionId, students } = standing
  const { publication, part } = period
  const live = livePublication(publication)
  const messages = live && messagesText(live)
  return (
    <Pressable as={Link} to={resultsAddress(sectionId, part)} className={styles.row}>
      <span className={styles.name}>{sectionTitle(standing)}</span>
      <span className={styles.note}>
        {live ? cardsText(live.cards, live.leftOut) : incompleteText(period, students)}
        {publication && <span className={styles.publication}>{publicationText(publication)}</span>}
        {messages !== null && <span className={styles.publication}>{messages}</span>}
      </span>
      <span className={styles.state}>
        <StateChip {...periodState(standing, period)} />
      </span>
      <ChevronRightIcon size={18} aria-hidden className={styles.arrow} />
    </Pressable>
  )
}

function cardsText(cards: number, leftOut: number): string {
  const made = plural(cards, { one: '# card', other: '# cards' })
  return leftOut === 0 ? made : t`${made}, ${plural(leftOut, { one: '# student left out', other: '# students left out' })}`
}
