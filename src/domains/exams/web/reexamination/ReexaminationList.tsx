import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { percentNumber } from '#shared/percent.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { HistoryIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { readScore } from '../../scores.rules.ts'
import { SectionList } from '../SectionList.tsx'
import { EnterReexaminationsDocument, type ReexaminationDataFragment, ReexaminationsDocument } from './reexamination.graphql.ts'
import styles from './ReexaminationList.module.css'

const PublishDialog = later(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))
const ReexaminationHistory = later(async () => ({ default: (await import('./ReexaminationHistory.tsx')).ReexaminationHistory }))

type Due = ReexaminationDataFragment

/** The tab Re-examination: who is examined again in what, with the second marks, by section. */
export default function ReexaminationList() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ReexaminationsDocument, {
    variables: { schoolId, termId },
    alsoOf: ['students'],
    skip: termId === '0',
  })
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>({})
  if (!data && termId !== '0') return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const rows = data?.reexaminations ?? []
  if (rows.length === 0)
    return (
      <EmptyState
        text={t`Nobody is examined again`}
        hint={t`Students are listed here, once the results of the year are published and say that they are examined again.`}
      />
    )
  return (
    <Stack gap={5}>
      {[...Map.groupBy(rows, ({ sectionId }) => sectionId)].map(([sectionId, due]) => (
        <Section key={sectionId} due={due} onChanged={(count) => setChanged((before) => ({ ...before, [sectionId]: count }))} />
      ))}
      <UnsavedChanges unsaved={Object.values(changed).some((count) => count > 0)} />
    </Stack>
  )
}

const keyOf = ({ studentId, subjectId }: Pick<Due, 'studentId' | 'subjectId'>) => `${studentId} ${subjectId}`

interface SectionProps {
  due: readonly Due[]
  /** Is told how many marks are typed and not saved. */
  onChanged: (count: number) => void
}

function Section({ due, onChanged }: SectionProps) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const withKey = useRequestKey()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [reasonProblem, setReasonProblem] = useState('')
  const [saving, setSaving] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [history, setHistory] = useState<Due | null>(null)
  const valueOf = (row: Due) => typed[keyOf(row)] ?? row.value
  const changed = due.filter((row) => valueOf(row) !== row.value)
  // Only the count matters, and the parent's function is another one at each rendering.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onChanged(changed.length), [changed.length])
  const [first] = due
  if (!first) return null
  const name = `${first.className}-${first.sectionName}`
  const problemOf = (row: Due) => {
    const read = readScore(valueOf(row), row, [])
    return 'problem' in read ? read.problem : (refused[keyOf(row)] ?? '')
  }
  const asksReason = changed.some(({ publishedAt }) => publishedAt !== null)
  const open = [...Map.groupBy(due, ({ studentId }) => studentId).values()].filter(
    (rows) => rows.some(({ publishedAt }) => publishedAt === null) && rows.every(({ value }) => value !== ''),
  )

  async function save() {
    setSaving(true)
    try {
      const scores = changed.map((row) => ({
        studentId: row.studentId,
        subjectId: row.subjectId,
        seen: row.value,
        value: valueOf(row),
      }))
      await withKey((key) =>
        send(EnterReexaminationsDocument, { schoolId, input: { key, sectionId: first?.sectionId ?? '', scores, reason } }),
      )
      setTyped({})
      setRefused({})
      setReason('')
      setReasonProblem('')
      showSuccess(plural(scores.length, { one: '# mark was saved', other: '# marks were saved' }))
    } catch (failure) {
      const { problems, ...failed } = failureOf(failure)
      const at = new Map(problems.map(({ path, message }) => [path.replace(/\.value$/, ''), message]))
      setRefused(
        Object.fromEntries(
          changed.flatMap((row, index) => (at.has(`scores.${index}`) ? [[keyOf(row), at.get(`scores.${index}`) ?? '']] : [])),
        ),
      )
      setReasonProblem(at.get('reason') ?? '')
      const why = genericMessage({ problems, ...failed })
      showError(t`The marks were not saved. ${why}`)
    } finally {
      setSaving(false)
    }
  }

  return (
    <SectionList
      name={name}
      missing={due.filter(({ value }) => value === '').length}
      className={styles.section}
      buttons={
        open.length > 0 &&
        first.viewerCan.publish.allowed && (
          <Button size="small" disabled={changed.length > 0} onClick={() => setPublishing(true)}>
            <Trans>Publish results</Trans>
          </Button>
        )
      }
      items={due.map((row) => {
        const problem = problemOf(row)
        const { name: student, roll, subjectName } = row
        const [highest, by] = [percentNumber(row.highestMarks), row.changedByName ?? '']
        return (
          <li key={keyOf(row)} className={styles.row}>
            <span className={styles.who}>
              <span className={styles.name}>{student}</span>
              <span className={styles.facts}>{[t`Roll ${roll}`, ...row.shortfalls].join(' · ')}</span>
              {row.changedAt !== null && (
                <span className={styles.facts}>
                  {by}, {showMoment(row.changedAt)}
                </span>
              )}
            </span>
            {row.publishedAt !== null && (
              <span>
                <Chip label={t({ message: 'Published', context: 'a result' })} tone="good" />
              </span>
            )}
            <TextField
              label={t`${subjectName} of ${highest}`}
              aria-label={`${student}, ${subjectName}`}
              inputMode="decimal"
              autoComplete="off"
              value={valueOf(row)}
              disabled={!row.viewerCan.enter.allowed || saving}
              error={problem !== ''}
              hint={problem}
              onChange={({ target }) => {
                setTyped((before) => ({ ...before, [keyOf(row)]: target.value }))
                setRefused((before) => ({ ...before, [keyOf(row)]: '' }))
              }}
            />
            <IconButton
              aria-label={t`History of ${student}, ${subjectName}`}
              disabled={row.changedAt === null}
              onClick={() => setHistory(row)}
            >
              <HistoryIcon size={20} />
            </IconButton>
          </li>
        )
      })}
    >
      {changed.length > 0 && (
        <div className={styles.save}>
          {asksReason && (
            <>
              <Alert kind="info">
                <Trans>A result that changes is published. Withdraw its publication and publish it again afterwards.</Trans>
              </Alert>
              <TextField
                label={t`Why it changes`}
                required
                maxLength={200}
                value={reason}
                error={reasonProblem !== ''}
                hint={reasonProblem}
                onChange={({ target }) => setReason(target.value)}
              />
            </>
          )}
          <div className={styles.buttons}>
            <Button
              variant="primary"
              disabled={saving || changed.some((row) => problemOf(row) !== '')}
              onClick={() => void save()}
            >
              {t({
                message: plural(changed.length, { one: 'Save # mark', other: 'Save # marks' }),
                context: 'of an exam',
              })}
            </Button>
            <Button
              variant="quiet"
              disabled={saving}
              onClick={() => {
                setTyped({})
                setRefused({})
              }}
            >
              <Trans>Discard</Trans>
            </Button>
          </div>
        </div>
      )}
      {publishing && (
        <PublishDialog sectionId={first.sectionId} name={name} students={open.length} onClose={() => setPublishing(false)} />
      )}
      {history && <ReexaminationHistory row={history} onClose={() => setHistory(null)} />}
    </SectionList>
  )
}
