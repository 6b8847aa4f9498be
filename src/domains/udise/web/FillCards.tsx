import { t } from '@lingui/core/macro'
import { type FillItem, itemLabel } from '../udise.items.ts'
import { listOf, suggestions } from './cells.ts'
import { draftKey } from './drafts.ts'
import { FillCell } from './FillCell.tsx'
import type { FillRowsProps } from './FillTable.tsx'
import styles from './FillTable.module.css'

/** The grid on a phone: a card for each student, with the fields that the student lacks. */
export function FillCards({ rows, columns, drafts, all, onChange }: FillRowsProps & { all: boolean }) {
  return (
    <ul className={styles.cards} aria-label={t`Government ids to fill in`}>
      {rows.map((student) => {
        const isShown = (item: FillItem) => all || student.missing.includes(item) || drafts.has(draftKey(student.id, item))
        return (
          <li key={student.id} className={styles.card}>
            <div className={styles.name}>{student.name}</div>
            <div className={styles.place}>{t`${student.className}-${student.sectionName} · ${student.roll}`}</div>
            {columns.filter(isShown).map((item) => (
              <div key={item} className={styles.field}>
                <div aria-hidden className={styles.label}>
                  {itemLabel(item)}
                </div>
                <FillCell
                  student={student}
                  item={item}
                  draft={drafts.get(draftKey(student.id, item))}
                  list={listOf(item) ? `card-${item}` : undefined}
                  onTyped={(typed) => onChange([{ id: student.id, item, typed, stored: student.stored[item] }])}
                />
              </div>
            ))}
          </li>
        )
      })}
      {columns.map((item) => (
        <datalist key={item} id={`card-${item}`}>
          {suggestions(item).map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      ))}
    </ul>
  )
}
