import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { ChevronRightIcon, LockIcon, NotificationsOnIcon, UploadFileIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { SectionList } from '../SectionList.tsx'
import { type BoardSection, type BoardSheet, boardSections, openPart, partsOf } from './boardGroups.ts'
import { ScoreBoardDocument } from './scores.graphql.ts'
import { importAddress, sheetAddress } from './sheetRef.ts'
import { usePrefetchedSheets } from './usePrefetchedSheets.ts'
import styles from './ScoreBoard.module.css'
import { sayWord } from '../sayWord.ts'

const LockDialog = later(async () => ({ default: (await import('./LockDialog.tsx')).LockDialog }))
const RemindDialog = later(async () => ({ default: (await import('../reminders/RemindDialog.tsx')).RemindDialog }))

const none: readonly BoardSheet[] = []

/** The tab Marks: what is entered and what is missing, by section and subject; each row opens its sheet. */
export default function ScoreBoard() {
  const { schoolId, termId, viewer } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useQuery(ScoreBoardDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes', 'students'],
    skip: termId === '0',
  })
  const sheets = data?.scoresMissing ?? none
  usePrefetchedSheets(viewer.role === 'TEACHER' ? sheets : none)
  const parts = useMemo(() => partsOf(sheets), [sheets])
  const asked = address.get('part') ?? ''
  const part = parts.includes(asked) ? asked : openPart(sheets)
  const sections = useMemo(() => boardSections(sheets, part).sort((a, b) => compareNaturally(a.name, b.name)), [sheets, part])
  const sectionId = address.get('section') ?? ''
  const shown = sections.filter((section) => section.sectionId === sectionId)
  const [locked, setLocked] = useState<BoardSection | null>(null)
  const [reminding, setReminding] = useState(false)
  const shownSheets = (shown.length > 0 ? shown : sections).flatMap((section) => section.sheets)
  // A subject teacher sees only own sheets, and nobody is reminded of own marks.
  const isOfOthers = (sheet: BoardSheet) => viewer.role !== 'TEACHER' || !sheet.viewerCan.enter.allowed
  const isMissing = shownSheets.some((sheet) => !sheet.locked && sheet.entered < sheet.needed && isOfOthers(sheet))

  function open(change: Record<string, string>) {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAddress(next)
  }

  if (!data && termId !== '0') return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (sheets.length === 0)
    return viewer.role === 'TEACHER' ? (
      <EmptyState
        text={t`No marks for you to enter`}
        hint={t`The subjects that you teach are listed here, once the office has said how their classes are assessed.`}
      />
    ) : (
      <EmptyState
        text={t`No class is assessed yet`}
        hint={t`What is entered and what is missing is listed here by section and subject. Say first by which scheme each class is assessed.`}
        action={
          <Button variant="primary" as={Link} to="/exams?tab=classes">
            <Trans>Go to the classes</Trans>
          </Button>
        }
      />
    )
  return (
    <Stack gap={5}>
      <div className={styles.filters}>
        <ToggleGroup value={part} onChange={(next: string) => open({ part: next })} aria-label={t`Part`}>
          {parts.map((each) => (
            <Toggle key={each} value={each}>
              {sayWord(each)}
            </Toggle>
          ))}
        </ToggleGroup>
        {sections.length > 1 && (
          <Select
            label={t`Section`}
            compact
            value={sectionId}
            narrows={sectionId !== ''}
            onChange={({ target }) => open({ section: target.value })}
          >
            <option value="">{t`All`}</option>
            {sections.map((section) => (
              <option key={section.sectionId} value={section.sectionId}>
                {section.name}
              </option>
            ))}
          </Select>
        )}
        {isMissing && (
          <Button
            variant="quiet"
            icon={<NotificationsOnIcon size={18} />}
            onClick={() => setReminding(true)}
            className={styles.remind}
          >
            <Trans>Remind teachers</Trans>
          </Button>
        )}
      </div>
      {(shown.length > 0 ? shown : sections).map((section) => (
        <Section key={section.sectionId} section={section} onLock={() => setLocked(section)} />
      ))}
      {reminding && <RemindDialog part={part} sectionId={shown[0]?.sectionId ?? null} onClose={() => setReminding(false)} />}
      {locked && (
        <LockDialog
          sheet={{ sectionId: locked.sectionId, subjectId: null, part }}
          title={`${locked.name}, ${sayWord(part)}`}
          locks={locked.sheets.some((sheet) => !sheet.locked)}
          missing={locked.needed - locked.entered}
          onClose={() => setLocked(null)}
        />
      )}
    </Stack>
  )
}

function Section({ section, onLock }: { section: BoardSection; onLock: () => void }) {
  const { name, sheets, entered, needed } = section
  const isOpen = sheets.some((sheet) => !sheet.locked)
  const lock = isOpen ? sheets[0]?.viewerCan.lock : sheets[0]?.viewerCan.unlock
  return (
    <SectionList
      name={name}
      missing={needed - entered}
      buttons={
        <>
          {sheets[0] && sheets.some(({ viewerCan }) => viewerCan.enter.allowed) && (
            <Button
              size="small"
              variant="quiet"
              icon={<UploadFileIcon size={16} />}
              aria-label={t`Import marks of ${name}`}
              as={Link}
              to={importAddress({ ...sheets[0], subjectId: null })}
              className={styles.import}
            >
              <Trans>Import</Trans>
            </Button>
          )}
          {lock?.allowed && (
            <Button
              size="small"
              variant="quiet"
              icon={<LockIcon size={16} />}
              aria-label={isOpen ? t`Lock ${name}` : t`Unlock ${name}`}
              onClick={onLock}
            >
              {isOpen ? t`Lock` : t`Unlock`}
            </Button>
          )}
        </>
      }
      items={sheets.map((sheet) => (
        <li key={sheet.subjectId}>
          <SheetRow sheet={sheet} />
        </li>
      ))}
    />
  )
}

function SheetRow({ sheet }: { sheet: BoardSheet }) {
  const { subjectName, teachers, entered, needed, locked } = sheet
  const share = needed === 0 ? 0 : (100 * entered) / needed
  return (
    <Pressable as={Link} to={sheetAddress(sheet)} className={styles.row}>
      <span className={styles.subject}>
        {subjectName}
        <span className={styles.teachers}>{teachers.join(', ')}</span>
      </span>
      <span aria-hidden className={styles.bar}>
        <i style={{ inlineSize: `${share}%` }} />
      </span>
      <span className={styles.count}>{t`${entered} of ${needed}`}</span>
      <span className={styles.state}>
        {locked ? (
          <Chip label={t`Locked`} outlined />
        ) : needed > 0 && entered === needed ? (
          <Chip label={t`Complete`} tone="good" />
        ) : null}
      </span>
      <ChevronRightIcon size={18} aria-hidden className={styles.arrow} />
    </Pressable>
  )
}
