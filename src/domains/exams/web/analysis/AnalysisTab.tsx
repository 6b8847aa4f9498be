import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { PrintIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { ResultAnalysisDocument } from './analysis.graphql.ts'
import { type Analysis, byComponentsText, groupKinds, shareText } from './analysisTexts.ts'
import { GroupTable } from './GroupTable.tsx'
import { StudentTables } from './StudentTables.tsx'
import { periodName } from '../results/resultTexts.ts'
import styles from './AnalysisTab.module.css'
import { sayWord } from '../sayWord.ts'

const PrintedAnalysis = lazy(() => import('./PrintedAnalysis.tsx'))

/** The year as a whole in the address, in the place of a part. */
const year = 'year'
const students = 'STUDENTS'

/**
 * The tab Analysis: the results of a part or the year by class, section, subject, teacher and test, and who needs help.
 */
export default function AnalysisTab() {
  const { schoolId, termId, viewer } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('part')
  const classId = address.get('class')
  const { data, error, refetch, previousData } = useQuery(ResultAnalysisDocument, {
    variables: { schoolId, termId, classId, part: asked === year ? null : asked, year: asked === year },
    alsoOf: ['classes', 'students'],
    skip: termId === '0',
  })
  const [printing, setPrinting] = useState(false)
  const analysis = data?.resultAnalysis
  const shown = analysis ?? previousData?.resultAnalysis
  const kind = address.get('by') ?? 'CLASS'

  function open(name: string, value: string) {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true })
  }

  if (termId === '0') return <EmptyState text={t`This school has no term yet`} />
  if (!shown) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />
  if (shown.parts.length === 0)
    return (
      <EmptyState
        text={viewer.role === 'TEACHER' ? t`No section of yours is assessed` : t`No class is assessed yet`}
        hint={t`Results are compared here, once marks are entered.`}
      />
    )
  const chosen = groupKinds.find((each) => each.kind === kind)
  return (
    <Stack gap={4}>
      <div className={styles.filters}>
        <ToggleGroup value={asked ?? shown.part ?? year} onChange={(next: string) => open('part', next)} aria-label={t`Part`}>
          {shown.parts.map((each) => (
            <Toggle key={each} value={each}>
              {sayWord(each)}
            </Toggle>
          ))}
          <Toggle value={year}>{periodName(null)}</Toggle>
        </ToggleGroup>
        {shown.classes.length > 1 && (
          <Select
            label={t`Class`}
            compact
            value={classId ?? ''}
            narrows={classId !== null}
            onChange={({ target }) => open('class', target.value)}
          >
            <option value="">{t`All`}</option>
            {shown.classes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Button
          variant="quiet"
          icon={<PrintIcon />}
          disabled={!analysis}
          onClick={() => setPrinting(true)}
          className={styles.print}
        >
          <Trans>Print</Trans>
        </Button>
      </div>
      <Figures analysis={shown} />
      {shown.groups.length === 0 ? (
        <EmptyState
          text={t`No marks are complete yet`}
          hint={t`A student is counted once all marks of the part are entered. What is missing stands under Marks.`}
        />
      ) : (
        <>
          <Select
            label={t`Compare`}
            compact
            value={kind}
            onChange={({ target }) => open('by', target.value)}
            className={styles.kinds}
          >
            {groupKinds.map((each) => (
              <option key={each.kind} value={each.kind}>
                {each.title}
              </option>
            ))}
            <option value={students}>{t`Students`}</option>
          </Select>
          {kind === students ? (
            <StudentTables analysis={shown} />
          ) : (
            <GroupTable key={kind} analysis={shown} kind={chosen ?? groupKinds[0]} />
          )}
        </>
      )}
      {printing && analysis && (
        <Suspense fallback={null}>
          <PrintedAnalysis analysis={analysis} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Figures({ analysis }: { analysis: Analysis }) {
  const { students: all, assessed, failed, failedInOneCount } = analysis
  const incomplete = all - assessed
  const figures = [
    { label: t`Students with all marks`, value: showCount(assessed), notes: [incomplete > 0 && missingText(incomplete)] },
    {
      label: t`Failed in a subject or in total`,
      value: showCount(failed),
      notes: [assessed > 0 && shareText(Math.round((10_000 * failed) / assessed)), byComponentsText(analysis)],
    },
    { label: t`Failed in one subject alone`, value: showCount(failedInOneCount), notes: [] },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, notes }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {notes.filter(Boolean).map((note) => (
              <Text key={String(note)} as="span" size="small" tone="quiet">
                {note}
              </Text>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function missingText(count: number): string {
  return plural(count, { one: '# has marks missing', other: '# have marks missing' })
}
