import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useState } from 'react'
import styles from './TableMenu.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { TableIcon } from '#ui/kit/icons.ts'
import { Menu, type MenuChoice } from '#ui/kit/Menu.tsx'

interface Step {
  label: string
  run: (chain: ChainedCommands) => ChainedCommands
}

const groups: readonly (readonly Step[])[] = [
  [
    { label: t`Add row above`, run: (chain) => chain.addRowBefore() },
    { label: t`Add row below`, run: (chain) => chain.addRowAfter() },
    { label: t`Add column to the left`, run: (chain) => chain.addColumnBefore() },
    { label: t`Add column to the right`, run: (chain) => chain.addColumnAfter() },
  ],
  [
    { label: t`Merge selected cells`, run: (chain) => chain.mergeCells() },
    { label: t`Split cell`, run: (chain) => chain.splitCell() },
    { label: t`Toggle heading row`, run: (chain) => chain.toggleHeaderRow() },
    {
      label: t`Toggle table lines`,
      run: (chain) =>
        chain.command(({ editor, commands }) =>
          commands.updateAttributes('table', { plain: editor.getAttributes('table').plain === true ? null : true }),
        ),
    },
  ],
  [
    { label: t`Delete row`, run: (chain) => chain.deleteRow() },
    { label: t`Delete column`, run: (chain) => chain.deleteColumn() },
    { label: t`Delete table`, run: (chain) => chain.deleteTable() },
  ],
]
const insert: Step = {
  label: t`Insert table of 3 rows and 3 columns`,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: false }),
}

/** The menu for inserting a table, and for changing the table at the cursor. */
export function TableMenu({ editor }: { editor: Editor }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choices = useSteps(editor)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<TableIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={styles.button}
      >
        <Trans>Table</Trans>
      </Button>
      <Menu
        anchor={anchor}
        label={t`Table`}
        onClose={() => {
          setAnchor(null)
          editor.commands.focus()
        }}
        // The focus returns to the table, not to the button.
        restoreFocus={false}
        choices={choices}
      />
    </>
  )
}

/** What can be done at the cursor. */
function useSteps(editor: Editor): MenuChoice[] {
  const possible = useEditorState({
    editor,
    selector: (snapshot) =>
      groups.map((steps) =>
        steps.map((step) => step.run(snapshot.editor.can().chain()).run() && snapshot.editor.isActive('table')),
      ),
  })
  const choiceOf = (step: Step, disabled: boolean, divided = false): MenuChoice => ({
    label: step.label,
    disabled,
    divided,
    onChoose: () => step.run(editor.chain()).run(),
  })
  return [
    choiceOf(insert, !insert.run(editor.can().chain()).run()),
    ...groups.flatMap((steps, group) => steps.map((step, index) => choiceOf(step, !possible[group]?.[index], index === 0))),
  ]
}
