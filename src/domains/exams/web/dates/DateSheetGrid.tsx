import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { showDay, showWeekday } from '#shared/dates.ts'
import { AddIcon, EditIcon, WarningIcon } from '#ui/kit/icons.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { useMedia } from '#ui/kit/useMedia.ts'
import { daysOf, type GridPaper } from './gridPapers.ts'
import styles from './DateSheetGrid.module.css'

interface DateSheetGridProps {
  /** In the school's order. */
  classes: readonly { id: string; name: string }[]
  papers: readonly GridPaper[]
  /** Opens a paper to change it. */
  onOpen?: (index: number) => void
  /** Adds a paper of a class on a day. */
  onAdd?: (classId: string, day: string) => void
}

/** The date sheet as days × classes; on a narrow window day by day. */
export function DateSheetGrid(props: DateSheetGridProps) {
  return useMedia('(min-width: 760px)') ? <Grid {...props} /> : <DayList {...props} />
}

function Grid({ classes, papers, onOpen, onAdd }: DateSheetGridProps) {
  return (
    <TableScroll>
      <Table className={styles.grid} aria-label={t`Date sheet`}>
        <thead>
          <tr>
            <HeadCell>
              <Trans>Date</Trans>
            </HeadCell>
            {classes.map(({ id, name }) => (
              <HeadCell key={id}>
                <Trans>Class {name}</Trans>
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(papers).map((day) => (
            <tr key={day}>
              <Cell as="th" scope="row" className={styles.day}>
                {showDay(day)}
                <small>{showWeekday(day)}</small>
              </Cell>
              {classes.map(({ id, name }) => {
                const own = papers.filter((paper) => paper.day === day && paper.classId === id)
                const shownDay = showDay(day)
                return (
                  <Cell key={id} className={styles.cell}>
                    {own.map((paper) => (
                      <Paper key={paper.index} paper={paper} className={name} onOpen={onOpen} />
                    ))}
                    {onAdd && own.length === 0 && (
                      <IconButton aria-label={t`Add a paper of class ${name} on ${shownDay}`} onClick={() => onAdd(id, day)}>
                        <AddIcon size={16} />
                      </IconButton>
                    )}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

function DayList({ classes, papers, onOpen }: DateSheetGridProps) {
  return (
    <div className={styles.days}>
      {daysOf(papers).map((day) => (
        <section key={day} aria-label={showDay(day)}>
          <Heading level={3}>
            {showDay(day)} · {showWeekday(day)}
          </Heading>
          {classes.flatMap(({ id, name }) =>
            papers
              .filter((paper) => paper.day === day && paper.classId === id)
              .map((paper) => (
                <div key={paper.index} className={styles.line}>
                  <span className={styles.class}>
                    <Trans>Class {name}</Trans>
                  </span>
                  <Paper paper={paper} className={name} onOpen={onOpen} />
                </div>
              )),
          )}
        </section>
      ))}
    </div>
  )
}

interface PaperProps {
  paper: GridPaper
  className: string
  onOpen?: ((index: number) => void) | undefined
}

function Paper({ paper, className, onOpen }: PaperProps) {
  const { index, subject, starts, ends, sections, change, was, clashes, problems } = paper
  const gone = change === 'REMOVED'
  return (
    <div className={styles.paper}>
      <div className={styles.head}>
        <strong className={gone ? styles.gone : undefined}>{subject}</strong>
        {onOpen && (
          <IconButton aria-label={t`Change ${subject} of class ${className}`} onClick={() => onOpen(index)}>
            <EditIcon size={16} />
          </IconButton>
        )}
      </div>
      <small>
        {starts} – {ends}
        {sections.length > 0 && ` · ${sections.join(', ')}`}
      </small>
      {change && <small className={styles.change}>{changeText(change, was)}</small>}
      {clashes.map((text) => (
        <Note key={text} className={styles.clash}>
          {text}
        </Note>
      ))}
      {problems.map((text) => (
        <Note key={text} className={styles.problem}>
          {text}
        </Note>
      ))}
    </div>
  )
}

function Note({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <small className={className}>
      <WarningIcon size={13} aria-hidden /> {children}
    </small>
  )
}

function changeText(change: NonNullable<GridPaper['change']>, was: string): string {
  if (change === 'ADDED') return t`New since the announcement`
  return change === 'MOVED' ? t`Announced for ${was}` : t`Taken away since the announcement`
}
