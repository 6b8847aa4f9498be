import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { Cell, HeadCell, LongTableScroll, Table } from '#ui/kit/Table.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { type Item, itemLabel, items } from '../udise.items.ts'
import type { UdiseBoardQuery } from './udise.graphql.ts'
import styles from './Board.module.css'

// Of phones alone.
const SectionList = lazy(() => import('./SectionList.tsx'))

export type Section = UdiseBoardQuery['udiseBoard']['sections'][number]
export type Sort = 'order' | 'notReady' | Item

export interface BoardProps {
  sections: readonly Section[]
  onFill: (view: { item?: Item; sectionId?: string }) => void
}

const notReady = ({ students, ready }: Section) => students - ready
export const nameOf = ({ className, sectionName }: Section) => `${className}-${sectionName}`
const sum = (sections: readonly Section[], count: (section: Section) => number) =>
  sections.reduce((all, section) => all + count(section), 0)

/** What is missing by section: a figure opens the grid with its students. On a phone each section is folded. */
export function Board({ sections, onFill }: BoardProps) {
  const phone = usePhone()
  const [sort, setSort] = useState<Sort>('order')
  // Items that nobody lacks are no columns.
  const shown = useMemo(
    () =>
      items
        .map((item, index) => ({ item, index, total: sum(sections, ({ missing }) => missing[index] ?? 0) }))
        .filter(({ total }) => total > 0),
    [sections],
  )
  const sorted = useMemo(() => {
    if (sort === 'order') return sections
    const count = sort === 'notReady' ? notReady : ({ missing }: Section) => missing[items.indexOf(sort)] ?? 0
    return sections.toSorted((one, other) => count(other) - count(one))
  }, [sections, sort])
  const students = sum(sections, (section) => section.students)
  const ready = sum(sections, (section) => section.ready)
  return (
    <>
      <Text as="p" className={styles.summary}>
        <strong>{showCount(ready)}</strong>{' '}
        <Plural value={students} one="of # student is ready" other="of # students are ready" />
      </Text>
      {shown.length === 0 ? (
        <Text>{t`Nothing is missing. Export the sheet for UDISE+.`}</Text>
      ) : phone ? (
        <Suspense fallback={<LoadingState />}>
          <SectionList sections={sorted} items={shown.map(({ item }) => item)} sort={sort} onSort={setSort} onFill={onFill} />
        </Suspense>
      ) : (
        <LongTableScroll>
          <Table aria-label={t`What is missing by section`}>
            <thead>
              <tr>
                <SortHead label={t`Section`} sort="order" now={sort} onSort={setSort} />
                <HeadCell end className={styles.count}>{t`Students`}</HeadCell>
                <HeadCell end className={styles.count}>{t`Ready`}</HeadCell>
                <SortHead label={t`Not ready`} sort="notReady" now={sort} onSort={setSort} end />
                {shown.map(({ item }) => (
                  <SortHead key={item} label={itemLabel(item)} sort={item} now={sort} onSort={setSort} end />
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.map((section) => (
                <tr key={section.sectionId}>
                  <Cell as="th" scope="row" className={styles.section}>
                    {nameOf(section)}
                  </Cell>
                  <Cell end>{showCount(section.students)}</Cell>
                  <Cell end>{showCount(section.ready)}</Cell>
                  <Cell end>
                    <Figure
                      count={notReady(section)}
                      label={t`${nameOf(section)}: not ready`}
                      onClick={() => onFill({ sectionId: section.sectionId })}
                    />
                  </Cell>
                  {shown.map(({ item, index }) => (
                    <Cell key={item} end>
                      <Figure
                        count={section.missing[index] ?? 0}
                        label={`${nameOf(section)}: ${itemLabel(item)}`}
                        onClick={() => onFill({ item, sectionId: section.sectionId })}
                      />
                    </Cell>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <Cell as="th" scope="row">{t`All sections`}</Cell>
                <Cell end>{showCount(students)}</Cell>
                <Cell end>{showCount(ready)}</Cell>
                <Cell end>
                  <Figure count={students - ready} label={t`All sections: not ready`} onClick={() => onFill({})} />
                </Cell>
                {shown.map(({ item, total }) => (
                  <Cell key={item} end>
                    <Figure count={total} label={t`All sections: ${itemLabel(item)}`} onClick={() => onFill({ item })} />
                  </Cell>
                ))}
              </tr>
            </tfoot>
          </Table>
        </LongTableScroll>
      )}
    </>
  )
}

interface SortHeadProps {
  label: string
  sort: Sort
  now: Sort
  onSort: (sort: Sort) => void
  end?: boolean
}

function SortHead({ label, sort, now, onSort, end = false }: SortHeadProps) {
  const chosen = sort === now
  return (
    <HeadCell end={end} className={styles.head} aria-sort={chosen ? (sort === 'order' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} aria-label={t`Sort by ${label}`} onClick={() => onSort(sort)}>
        {label}
        {chosen && sort !== 'order' && <span aria-hidden> ↓</span>}
      </button>
    </HeadCell>
  )
}

/** A number of students that opens the grid with them; nothing for none. */
function Figure({ count, label, onClick }: { count: number; label: string; onClick: () => void }) {
  if (count === 0) return <span className={styles.none}>–</span>
  return (
    <button type="button" className={styles.figure} aria-label={`${label}: ${showCount(count)}`} onClick={onClick}>
      {showCount(count)}
    </button>
  )
}
