import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { fieldGroupLabel } from '../../fieldGroups.ts'
import { fieldName } from '../../format.schema.ts'
import type { KnownField } from './catalogue.ts'
import { FieldOrder } from './FieldOrder.tsx'
import { insertInLine } from './insertInLine.ts'
import { builtinChoices } from './nodes.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './FieldsPanel.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon, CheckIcon } from '#ui/kit/icons.ts'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { tabIds, Tabs } from '#ui/kit/Tabs.tsx'

export interface FieldsPanelProps {
  editor: Editor
  catalogue: readonly KnownField[]
  labelOf: (name: string) => string
  /** The fields on the paper, in the order in which they are asked for. */
  names: readonly string[]
  onOrder: (names: string[]) => void
  /** Called after a field or built-in part was inserted. */
  onInsert?: () => void
}

type PanelTab = 'insert' | 'order'

/** The panel with the fields and built-in parts to insert, and with the order in which the fields are asked for. */
export function FieldsPanel({ editor, catalogue, labelOf, names, onOrder, onInsert }: FieldsPanelProps) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<PanelTab>('insert')
  const tabId = useId()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = Map.groupBy(
    catalogue.filter(({ label, name }) => words.every((word) => `${label} ${name}`.toLowerCase().includes(word))),
    (field) => field.group,
  )

  function insert(type: 'field' | 'builtin', name: string) {
    insertInLine(editor, { type, attrs: { name } })
    onInsert?.()
  }

  return (
    <div>
      <Tabs
        name={tabId}
        tabs={[
          { key: 'insert', label: t`Insert` },
          { key: 'order', label: t`Order (${names.length})` },
        ]}
        value={shown}
        onChange={setShown}
        aria-label={t`Fields`}
        className={styles.box}
      />
      <div role="tabpanel" id={tabIds(tabId, shown).panel} aria-labelledby={tabIds(tabId, shown).tab}>
        {shown === 'insert' ? (
          <>
            <TextField
              type="search"
              label={t`Find a field`}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className={styles.field}
              hideLabel
            />
            {[...groups].map(([group, fields]) => (
              <Group key={group} label={fieldGroupLabel(group)}>
                {fields.map(({ name, label }) => (
                  <Insertable
                    key={name}
                    label={label}
                    used={names.includes(name)}
                    onClick={() => insert('field', name)}
                    onDragStart={dragHandler('data-field', name)}
                  />
                ))}
              </Group>
            ))}
            {groups.size === 0 && (
              <Text className={styles.hint}>
                <Trans>No field has this name</Trans>
              </Text>
            )}
            <OwnField onAdd={(name) => insert('field', name)} />
            <Group label={t`Logo, photo, code and marks`}>
              {builtinChoices.map(({ name, label }) => (
                <Insertable
                  key={name}
                  label={label}
                  used={false}
                  onClick={() => insert('builtin', name)}
                  onDragStart={dragHandler('data-builtin', name)}
                />
              ))}
            </Group>
          </>
        ) : (
          <>
            <Text className={styles.about}>
              <Trans>The fields of this format are asked for in this order. Drag to change it.</Trans>
            </Text>
            <FieldOrder names={names} labelOf={labelOf} onChange={onOrder} />
          </>
        )}
      </div>
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.spaced}>
      <Text className={styles.groupHint}>{label}</Text>
      <Row gap={2} wrap>
        {children}
      </Row>
    </div>
  )
}

/** Returns a drag handler that puts the node's HTML into the drag data, so that the editor inserts the node. */
function dragHandler(attribute: 'data-field' | 'data-builtin', name: string) {
  return ({ dataTransfer }: DragEvent) => {
    const chip = document.createElement('span')
    chip.setAttribute(attribute, name)
    chip.textContent = name
    dataTransfer.setData('text/html', chip.outerHTML)
    dataTransfer.effectAllowed = 'copy'
  }
}

interface InsertableProps {
  label: string
  /** The paper has it already. It can be inserted again. */
  used: boolean
  onClick: () => void
  onDragStart: (event: DragEvent) => void
}

function Insertable({ label, used, onClick, onDragStart }: InsertableProps) {
  return (
    <ChipButton
      outlined
      tone={used ? 'brand' : 'normal'}
      icon={used ? <CheckIcon /> : <AddIcon />}
      label={label}
      aria-label={used ? t`Insert ${label}, on the paper already` : t`Insert ${label}`}
      onClick={onClick}
      onMouseDown={(event) => event.currentTarget.blur()}
      draggable
      onDragStart={onDragStart}
      className={styles.chip}
    />
  )
}

/** Inserts a field that is not in the catalogue. Its name is the label when a certificate is issued. */
function OwnField({ onAdd }: { onAdd: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function add() {
    const parsed = fieldName.safeParse(typed)
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? t`Required`)
      return
    }
    onAdd(parsed.data)
    setTyped('')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      className={styles.form}
    >
      <TextField
        label={t`A field of your own`}
        value={typed}
        error={problem !== null}
        hint={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(null)
        }}
      />
      <Button type="submit" className={styles.button}>
        <Trans>Insert</Trans>
      </Button>
    </form>
  )
}
