import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { actionLabel, type RowAction } from './columns.ts'
import { Row } from '#ui/kit/Row.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { MoreIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { Menu } from '#ui/kit/Menu.tsx'

export interface RowActionsProps<Row> {
  row: Row
  rowName: string
  actions: readonly RowAction<Row>[]
  /** One button that opens a menu, as on phones. */
  asMenu: boolean
}

/** Actions of a row. The tooltip of a disabled action gives the reason. */
export function RowActions<Row>({ row, rowName, actions, asMenu }: RowActionsProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const visibleActions = actions.filter((action) => !action.hidden?.(row))
  if (visibleActions.length === 0) return null
  if (!asMenu) {
    return (
      <Row gap={1}>
        {visibleActions.map((action) => {
          const label = actionLabel(action, row)
          const refused = action.refusalReason?.(row) ?? null
          return (
            <Tooltip key={label} text={refused ?? label} describes={refused !== null}>
              <IconButton
                size="small"
                aria-label={`${label}: ${rowName}`}
                disabled={refused !== null}
                danger={action.destructive}
                onClick={(event) => {
                  event.stopPropagation()
                  action.onClick(row)
                }}
              >
                <action.icon size={18} />
              </IconButton>
            </Tooltip>
          )
        })}
      </Row>
    )
  }
  return (
    <>
      <IconButton
        aria-label={t`Actions for ${rowName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t`Actions for ${rowName}`}
        choices={visibleActions.map((action) => {
          const refused = action.refusalReason?.(row) ?? null
          return {
            label: actionLabel(action, row),
            icon: <action.icon size={20} />,
            detail: refused,
            disabled: refused !== null,
            danger: action.destructive ?? false,
            onChoose: () => action.onClick(row),
          }
        })}
      />
    </>
  )
}
