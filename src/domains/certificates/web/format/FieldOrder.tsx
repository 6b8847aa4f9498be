import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SortableList } from '#ui/SortableList.tsx'
import styles from './FieldOrder.module.css'
import { Text } from '#ui/kit/Text.tsx'

const label = t`Fields in their order`

export interface FieldOrderProps {
  names: readonly string[]
  labelOf: (name: string) => string
  /** The list is read-only without it. */
  onChange?: (names: string[]) => void
}

/** Lists the fields of a format in the order in which they are asked for. */
export function FieldOrder({ names, labelOf, onChange }: FieldOrderProps) {
  if (names.length === 0)
    return (
      <Text className={styles.hint}>
        <Trans>The paper has no fields yet.</Trans>
      </Text>
    )
  if (onChange) return <SortableList ids={names} label={label} itemName={t`field`} titleOf={labelOf} onChange={onChange} dense />
  return (
    <ol aria-label={label} className={styles.list}>
      {names.map((name) => (
        <li key={name}>{labelOf(name)}</li>
      ))}
    </ol>
  )
}
