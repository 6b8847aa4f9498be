import { useMemo } from 'react'
import { showMoney } from '#shared/money.ts'
import { useFeeCategories } from './useFeeCategories.ts'

/** Returns the categories of the shown term as form options; none where the school has no fees. */
export function useFeeCategoryOptions() {
  const { categories } = useFeeCategories()
  return useMemo(
    () => (categories ?? []).map(({ id, name, fixedTotal }) => ({ value: id, label: `${name} · ${showMoney(fixedTotal)}` })),
    [categories],
  )
}
