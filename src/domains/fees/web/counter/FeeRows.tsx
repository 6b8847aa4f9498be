import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { FeeRowsProps, RowsProps } from './feeRow.ts'
import { FeeList } from './FeeList.tsx'
import { isSelectable, isSettled } from './feeSelection.ts'
import { FeeTable } from './FeeTable.tsx'

/** Puts the keyboard on a student's fees: the first that is selected, else the first. False where no row takes it. */
export function focusFees(rows: HTMLElement | null): boolean {
  const targets = [...(rows?.querySelectorAll<HTMLElement>('[data-fee]') ?? [])]
  const target = targets.find((one) => one instanceof HTMLInputElement && one.checked) ?? targets[0]
  target?.focus()
  return target !== undefined
}

/** A student's fees: arrows move, space selects, right and left unfold the lines. What is settled is folded away. */
export function FeeRows({ rowsRef, ...props }: FeeRowsProps & { rowsRef: RefObject<HTMLElement | null> }) {
  const { selected, settledShown } = props
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const open = props.fees.filter((fee) => !isSettled(fee))
  const fees = settledShown ? props.fees : open
  const targets = fees.filter((fee) => isSelectable(fee) || fee.lines.length > 0)
  const target = targets.find((fee) => fee.feeId === current) ?? targets.find((fee) => selected.has(fee.feeId)) ?? targets[0]

  function expand(feeId: string, wanted = !expanded.has(feeId)) {
    const next = new Set(expanded)
    if (wanted) next.add(feeId)
    else next.delete(feeId)
    setExpanded(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-fee]')]
    const place = rows.findIndex((row) => row === event.target)
    const feeId = rows[place]?.dataset.fee
    if (feeId === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const places: Partial<Record<string, number>> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: rows.length - 1 }
    const next = places[event.key]
    if (next !== undefined) rows[next]?.focus()
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') expand(feeId, event.key === 'ArrowRight')
    else return
    event.preventDefault()
  }

  const rows: RowsProps = {
    ...props,
    fees,
    settled: props.fees.length - open.length,
    expanded,
    onExpand: expand,
    rowTarget: ({ feeId }) => ({
      'data-fee': feeId,
      tabIndex: feeId === target?.feeId ? 0 : -1,
      onFocus: () => setCurrent(feeId),
    }),
  }
  return (
    <Box ref={rowsRef} onKeyDown={onKeyDown} sx={{ minWidth: 0, '& [data-fee]': { scrollMarginBlock: 120 } }}>
      {phone ? <FeeList {...rows} /> : <FeeTable {...rows} />}
    </Box>
  )
}
