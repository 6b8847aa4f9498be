import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { actionLabel, type RowAction } from './columns.ts'
import { Row } from '#ui/kit/Row.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { MoreIcon } from '#ui/kit/icons.ts'

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
            <Tooltip key={label} title={refused ?? label} describeChild={refused !== null}>
              <span>
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
                  <action.icon size={20} />
                </IconButton>
              </span>
            </Tooltip>
          )
        })}
      </Row>
    )
  }
  return (
    <>
      <IconButton
        aria-label={`Actions for ${rowName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <MoreIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} onClick={(event) => event.stopPropagation()}>
        {visibleActions.map((action) => {
          const label = actionLabel(action, row)
          const refused = action.refusalReason?.(row) ?? null
          return (
            <MenuItem
              key={label}
              disabled={refused !== null}
              onClick={() => {
                setAnchor(null)
                action.onClick(row)
              }}
            >
              <ListItemIcon>
                <action.icon size={20} color={action.destructive ? 'var(--failed)' : 'currentColor'} />
              </ListItemIcon>
              <ListItemText primary={label} secondary={refused} />
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
