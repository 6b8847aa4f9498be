import { t } from '@lingui/core/macro'
import { type ReactNode, useId } from 'react'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './LookList.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

export interface LookItem {
  key: string
  /** The first line: the amount and the person. */
  title: string
  state?: { state: string; label: string }
  /** What it means, in one sentence. */
  meaning: string
  /** Where it comes from, in smaller text. */
  hint?: string
  actions?: ReactNode
}

interface LookListProps {
  title: string
  /** Name of the exported file. */
  fileName: string
  context: string
  items: readonly LookItem[]
}

/** Lists items that need a person, or were settled lately, each with its meaning and actions. */
export function LookList({ title, fileName, context, items }: LookListProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Row gap={2} align="center">
        <Heading level={2} id={titleId} className={styles.fill}>
          {title}
        </Heading>
        <ExportButton
          size="small"
          fileName={fileName}
          choices={[{ label: t`The list`, tables: () => [lookTable(title, items)] }]}
        />
      </Row>
      <Text size="small" className={styles.hint}>
        {context}
      </Text>
      <Card as="ul" aria-labelledby={titleId} className={styles.list}>
        {items.map(({ key, title: itemTitle, state, meaning, hint, actions }) => (
          <li key={key} className={styles.item}>
            <div className={styles.box}>
              <div className={styles.row}>
                <span className={styles.strong}>{itemTitle}</span>
                {state && <StateChip state={state.state} label={state.label} />}
              </div>
              <div className={styles.spaced}>{meaning}</div>
              {hint && <div className={styles.itemHint}>{hint}</div>}
            </div>
            {actions && (
              <Row gap={2} wrap>
                {actions}
              </Row>
            )}
          </li>
        ))}
      </Card>
    </section>
  )
}

function lookTable(name: string, items: readonly LookItem[]): SheetTable {
  return tableFromCells(name, [
    [t`What`, t`State`, t`Meaning`, t({ message: 'From', context: 'a source' })],
    ...items.map(({ title, state, meaning, hint }) => [title, state?.label, meaning, hint]),
  ])
}
