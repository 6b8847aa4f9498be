import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { FeeRowsProps, FeeRowsViewProps } from './feeRowsProps.ts'
import { FeeList } from './FeeList.tsx'
import { isLater, isSelectable, isSettled } from './feeSelection.ts'
import { FeeTable } from './FeeTable.tsx'
import { useCounterKeys } from './useCounterKeys.ts'
import styles from './FeeRows.module.css'
import { usePhone } from '#ui/kit/useMedia.ts'

/** Focuses the first selected fee, otherwise the first fee. Returns false when there is none. */
export function focusFees(rows: HTMLElement | null): boolean {
  const targets = [...(rows?.querySelectorAll<HTMLElement>('[data-fee]') ?? [])]
  const target = targets.find((element) => element instanceof HTMLInputElement && element.checked) ?? targets[0]
  target?.focus()
  return target !== undefined
}

/**
 * A student's fees, with the dues of earlier terms above them. Arrow keys move, Space selects, Right and Left show and
 * hide the lines. Settled fees, and pending ones that are due in later months, are folded to one line each until shown.
 */
export function FeeRows({ rowsRef, ...props }: FeeRowsProps & { rowsRef: RefObject<HTMLDivElement | null> }) {
  const { selected, settledShown } = props
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const phone = usePhone()
  const [laterOpen, setLaterOpen] = useState(false)
  const showLater = () => setLaterOpen(!laterOpen)
  useCounterKeys({ l: showLater })
  const ofTerm = props.fees.filter((fee) => fee.earlierTerm === null)
  const earlier = props.fees.filter((fee) => fee.earlierTerm !== null)
  const settled = ofTerm.filter(isSettled)
  const later = props.fees.filter(isLater)
  const laterSelected = later.some((fee) => selected.has(fee.feeId))
  const laterShown = laterOpen || laterSelected
  const fees = ofTerm.filter((fee) => !later.includes(fee) && (settledShown || !isSettled(fee)))
  const selectable = props.fees.filter((fee) => isSelectable(fee) && fee.fixedAmount)
  const targets = [...earlier, ...fees, ...(laterShown ? later : [])].filter((fee) => isSelectable(fee) || fee.lines.length > 0)
  const target = targets.find((fee) => fee.feeId === current) ?? targets.find((fee) => selected.has(fee.feeId)) ?? targets[0]

  function expand(feeId: string, isOpen = !expanded.has(feeId)) {
    const next = new Set(expanded)
    if (isOpen) next.add(feeId)
    else next.delete(feeId)
    setExpanded(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-fee]')]
    const index = rows.findIndex((row) => row === event.target)
    const feeId = rows[index]?.dataset.fee
    if (feeId === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const targetIndexes: Partial<Record<string, number>> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: rows.length - 1,
    }
    const next = targetIndexes[event.key]
    if (next !== undefined) rows[next]?.focus()
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') expand(feeId, event.key === 'ArrowRight')
    else return
    event.preventDefault()
  }

  const rows: FeeRowsViewProps = {
    ...props,
    fees,
    earlier: [...Map.groupBy(earlier, (fee) => fee.earlierTerm ?? '')].map(([termName, dues]) => ({ termName, fees: dues })),
    settled,
    later,
    laterShown,
    laterSelected,
    onShowLater: showLater,
    allSelected: selectable.length === 0 ? null : selectable.every((fee) => selected.has(fee.feeId)),
    expanded,
    onExpand: expand,
    rowTarget: ({ feeId }) => ({
      'data-fee': feeId,
      tabIndex: feeId === target?.feeId ? 0 : -1,
      onFocus: () => setCurrent(feeId),
    }),
  }
  return (
    <div role="presentation" ref={rowsRef} onKeyDown={onKeyDown} className={styles.shrinkable}>
      {phone ? <FeeList {...rows} /> : <FeeTable {...rows} />}
    </div>
  )
}
