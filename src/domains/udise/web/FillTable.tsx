import { t } from '@lingui/core/macro'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Cell, HeadCell, LongTableScroll, Table } from '#ui/kit/Table.tsx'
import { type FillItem, itemLabel } from '../udise.items.ts'
import { listOf, suggestions } from './cells.ts'
import { type Drafts, draftKey } from './drafts.ts'
import { FillCell } from './FillCell.tsx'
import styles from './FillTable.module.css'

export interface FillRow {
  id: string
  name: string
  roll: string
  className: string
  sectionName: string
  missing: readonly string[]
  stored: Readonly<Record<FillItem, string>>
}

export interface CellChange {
  id: string
  item: FillItem
  typed: string
  stored: string
}

export interface FillRowsProps {
  rows: readonly FillRow[]
  columns: readonly FillItem[]
  drafts: Drafts
  onChange: (changes: readonly CellChange[]) => void
}

/** Cells as in a spreadsheet: Enter and the arrows go to the neighbours, and a block of cells can be pasted. */
export function FillTable(props: FillRowsProps & { motherTongues: Readonly<Record<string, string>> }) {
  const { rows, columns, drafts, onChange, motherTongues } = props
  const table = useRef<HTMLTableElement>(null)
  const ids = useId()

  function goTo(row: number, column: number) {
    const input = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)
    input?.focus()
    input?.select()
  }

  function move(event: KeyboardEvent<HTMLInputElement>, row: number, column: number) {
    const { key, currentTarget: input } = event
    const atStart = input.selectionEnd === 0
    const atEnd = input.selectionStart === input.value.length
    const whole = input.selectionStart === 0 && atEnd
    const to =
      key === 'Enter'
        ? [row + (event.shiftKey ? -1 : 1), column]
        : // With suggestions the arrows choose one of them.
          key === 'ArrowDown' && !input.list
          ? [row + 1, column]
          : key === 'ArrowUp' && !input.list
            ? [row - 1, column]
            : key === 'ArrowRight' && (atEnd || whole)
              ? [row, column + 1]
              : key === 'ArrowLeft' && (atStart || whole)
                ? [row, column - 1]
                : null
    if (!to) return
    event.preventDefault()
    // The cell is read when it is left, also where there is no neighbour.
    input.blur()
    goTo(to[0] ?? row, to[1] ?? column)
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, row: number, column: number) {
    const lines = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length === 1 && !lines[0]?.includes('\t')) return
    event.preventDefault()
    onChange(
      lines.flatMap((line, down) =>
        line.split('\t').flatMap((typed, right) => {
          const [student, item] = [rows[row + down], columns[column + right]]
          return student && item ? [{ id: student.id, item, typed: typed.trim(), stored: student.stored[item] }] : []
        }),
      ),
    )
  }

  return (
    <>
      <LongTableScroll>
        <Table ref={table} aria-label={t`Government ids to fill in`}>
          <thead>
            <tr>
              <HeadCell className={styles.person}>{t`Student`}</HeadCell>
              {columns.map((item) => (
                <HeadCell key={item} className={styles.head}>
                  {itemLabel(item)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((student, row) => (
              <tr key={student.id}>
                <Cell as="th" scope="row" className={styles.person}>
                  <div className={styles.name}>{student.name}</div>
                  <div className={styles.place}>{t`${student.className}-${student.sectionName} · ${student.roll}`}</div>
                </Cell>
                {columns.map((item, column) => (
                  <Cell key={item} className={styles.cell}>
                    <FillCell
                      student={student}
                      item={item}
                      draft={drafts.get(draftKey(student.id, item))}
                      data-cell={`${row} ${column}`}
                      list={listOf(item) || item === 'motherTongueCode' ? `${ids}${item}` : undefined}
                      onTyped={(typed) => onChange([{ id: student.id, item, typed, stored: student.stored[item] }])}
                      onKeyDown={(event) => move(event, row, column)}
                      onPaste={(event) => paste(event, row, column)}
                    />
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </LongTableScroll>
      {columns.map((item) => (
        <datalist key={item} id={`${ids}${item}`}>
          {item === 'motherTongueCode'
            ? Object.entries(motherTongues).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))
            : suggestions(item).map((text) => <option key={text}>{text}</option>)}
        </datalist>
      ))}
    </>
  )
}
