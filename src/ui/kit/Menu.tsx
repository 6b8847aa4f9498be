import type { ReactNode } from 'react'
import { later } from './later.tsx'

/** What a menu offers. */
export interface MenuChoice {
  label: string
  onChoose: () => void
  icon?: ReactNode
  /** A second line, such as why it cannot be chosen. */
  detail?: string | null
  disabled?: boolean
  /** Whether it destroys something. */
  danger?: boolean
  /** For one that is on or off. The menu stays open then. */
  checked?: boolean
  /** A line above it. */
  divided?: boolean
}

export interface MenuProps {
  /** What it was opened from, where it stands; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
  /** Its name; else it is named by what it was opened from. */
  label?: string
  choices: readonly MenuChoice[]
  /** Above the choices. */
  head?: ReactNode
  /** Side of the anchor at which both end. */
  align?: 'start' | 'end'
  /** Whether the focus goes back to the anchor. */
  restoreFocus?: boolean
}

const MenuPopup = later<MenuProps & { anchor: HTMLElement }>(() => import('./MenuPopup.tsx'))

/** A menu of actions, opened from a button. */
export function Menu(props: MenuProps) {
  return props.anchor && <MenuPopup {...props} anchor={props.anchor} />
}

/** Loads the code of menus ahead. */
Menu.prepare = MenuPopup.prepare
