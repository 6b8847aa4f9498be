import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, LockIcon, UploadFileIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { countCells } from './grid.ts'
import { ScoreGrid } from './ScoreGrid.tsx'
import { ScorePad } from './ScorePad.tsx'
import { SaveState, SheetNotices } from './SheetNotices.tsx'
import { importAddress, importInAddress, type SheetRef, sheetInAddress } from './sheetRef.ts'
import { useScoreSheet } from './useScoreSheet.ts'
import styles from './ScoreSheetScreen.module.css'
import { sayWord } from '../sayWord.ts'

const LockDialog = later(async () => ({ default: (await import('./LockDialog.tsx')).LockDialog }))
const CorrectDialog = later(async () => ({ default: (await import('./CorrectDialog.tsx')).CorrectDialog }))
const ImportScoresScreen = lazy(() => import('../import/ImportScoresScreen.tsx'))

/**
 * /exams/marks: the marks of a section in a subject and a part: a grid at a desk, one student at a time on a phone;
 * with `import`, their import.
 */
export default function ScoreSheetScreen() {
  const [address] = useSearchParams()
  const key = address.toString()
  const sheet = useMemo(() => sheetInAddress(new URLSearchParams(key)), [key])
  const imported = useMemo(() => importInAddress(new URLSearchParams(key)), [key])
  if (imported)
    return (
      <Suspense fallback={<LoadingState />}>
        <ImportScoresScreen key={key} {...imported} />
      </Suspense>
    )
  return sheet ? <Sheet key={key} sheet={sheet} /> : <NotFound />
}

function Sheet({ sheet }: { sheet: SheetRef }) {
  const state = useScoreSheet(sheet)
  const isPhone = usePhone()
  const [open, setOpen] = useState<'lock' | 'correct' | null>(null)
  const { row, grid, drafts } = state
  const title = row ? `${row.className}-${row.sectionName} ${row.subjectName}` : t`Enter marks`
  useEffect(() => {
    document.title = `${title} · Shala`
  }, [title])
  const counts = row && grid && countCells(grid, drafts, row.students)
  const { entered = 0, needed = 0, unsaved = 0 } = counts ?? {}
  const locked = row?.locked
  const [lockedBy, lockedAt] = [locked?.byName ?? '', showMoment(locked?.at)]
  const lock = locked ? row.viewerCan.unlock : row?.viewerCan.lock
  return (
    <div data-task className={styles.task}>
      <div className={styles.head}>
        <IconButton as={Link} to="/exams" aria-label={t`Back to the exams`} className={styles.back}>
          <ChevronLeftIcon />
        </IconButton>
        <div className={styles.title}>
          <Heading level={1} className={styles.name}>
            {title}
          </Heading>
          {row && (
            <p className={styles.context}>
              {sayWord(row.part)}
              {locked && (
                <span className={styles.locked}>
                  <LockIcon size={14} aria-hidden /> {t`Locked by ${lockedBy}, ${lockedAt}`}
                </span>
              )}
              {!locked && !isPhone && row.teachers.length > 0 && ` · ${row.teachers.join(', ')}`}
            </p>
          )}
        </div>
        <SaveState state={state} unsaved={unsaved} />
        {state.mayEnter && !isPhone && (
          <Button variant="quiet" icon={<UploadFileIcon size={18} />} as={Link} to={importAddress(sheet)}>
            <Trans>Import</Trans>
          </Button>
        )}
        {lock?.allowed && !isPhone && (
          <Button icon={<LockIcon size={18} />} onClick={() => setOpen('lock')}>
            {locked ? t`Unlock` : t`Lock`}
          </Button>
        )}
      </div>
      {row && grid ? (
        row.students.length === 0 ? (
          <EmptyState
            text={t`No students in this section yet`}
            hint={t`Students who are added to the section are listed here, each with the tests of the part.`}
          />
        ) : (
          <>
            <SheetNotices state={state} row={row} grid={grid} />
            {state.mayCorrect && unsaved > 0 && (
              <div className={styles.correct}>
                <Button variant="primary" onClick={() => setOpen('correct')}>
                  <Trans>Save corrections</Trans>
                </Button>
                <Button variant="quiet" onClick={state.discard}>
                  <Trans>Discard</Trans>
                </Button>
              </div>
            )}
            {isPhone ? (
              <ScorePad state={state} row={row} grid={grid} sheet={sheet} />
            ) : (
              <ScoreGrid state={state} row={row} grid={grid} sheet={sheet} entered={entered} needed={needed} />
            )}
          </>
        )
      ) : state.error ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
      {open === 'lock' && row && (
        <LockDialog
          sheet={sheet}
          title={`${title}, ${sayWord(row.part)}`}
          locks={!locked}
          missing={needed - entered}
          onDone={() => void state.refetch()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'correct' && <CorrectDialog count={unsaved} onCorrect={state.correct} onClose={() => setOpen(null)} />}
    </div>
  )
}
