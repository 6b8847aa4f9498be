import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { type Item, itemLabel, items } from '../udise.items.ts'
import { type BoardProps, nameOf, type Section, type Sort } from './Board.tsx'
import styles from './SectionList.module.css'

interface SectionListProps extends BoardProps {
  /** What somebody lacks. */
  items: readonly Item[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** What is missing by section, on a phone. */
export default function SectionList({ sections, items: shown, sort, onSort, onFill }: SectionListProps) {
  return (
    <>
      <Select label={t`Sort by`} value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
        <option value="order">{t`Class and section`}</option>
        <option value="notReady">{t`Not ready`}</option>
        {shown.map((item) => (
          <option key={item} value={item}>
            {itemLabel(item)}
          </option>
        ))}
      </Select>
      <ul className={styles.sections} aria-label={t`What is missing by section`}>
        {sections.map((section) => (
          <FoldedSection key={section.sectionId} section={section} onFill={onFill} />
        ))}
      </ul>
    </>
  )
}

/** A section, folded: a school has twenty, and each lacks a dozen things. */
function FoldedSection({ section, onFill }: { section: Section; onFill: BoardProps['onFill'] }) {
  const { sectionId, ready, students, missing } = section
  const [open, setOpen] = useState(false)
  const lacked = items.flatMap((item, index) => ((missing[index] ?? 0) > 0 ? [{ item, count: missing[index] ?? 0 }] : []))
  return (
    <li>
      <Disclosure
        title={<strong>{nameOf(section)}</strong>}
        aside={<span className={styles.quiet}>{t`${showCount(ready)} of ${showCount(students)} ready`}</span>}
        open={open}
        onToggle={setOpen}
      >
        <div className={styles.chips}>
          {lacked.map(({ item, count }) => (
            <button key={item} type="button" className={styles.chip} onClick={() => onFill({ item, sectionId })}>
              {itemLabel(item)} <strong>{showCount(count)}</strong>
            </button>
          ))}
        </div>
        {ready < students && <Button onClick={() => onFill({ sectionId })}>{t`Fill in ${nameOf(section)}`}</Button>}
      </Disclosure>
    </li>
  )
}
