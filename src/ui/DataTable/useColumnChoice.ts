import { useMemo, useState } from 'react'
import type { Column } from './columns.ts'

export interface ColumnChoice<Row> {
  all: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  isShown: (key: string) => boolean
  toggle: (key: string) => void
}

/**
 * Returns the columns on screen. The browser stores the choice per table, as differences from the default, so that new
 * columns appear.
 */
export function useColumnChoice<Row>(tableName: string, columns: readonly Column<Row>[]): ColumnChoice<Row> {
  const storageKey = `columns:${tableName}`
  const [changed, setChanged] = useState(() => readKeys(storageKey))
  return useMemo(() => {
    const isShown = (key: string) => {
      const standard = !columns.find((column) => column.key === key)?.hidden
      return changed.has(key) ? !standard : standard
    }
    return {
      all: columns,
      shown: columns.filter((column) => isShown(column.key)),
      isShown,
      toggle: (key) => {
        const next = new Set(changed)
        if (!next.delete(key)) next.add(key)
        setChanged(next)
        localStorage.setItem(storageKey, JSON.stringify([...next]))
      },
    }
  }, [columns, changed, storageKey])
}

function readKeys(storageKey: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}
