import { Menu as BaseMenu } from '@base-ui/react/menu'
import { CheckIcon } from './icons.ts'
import { classes } from './classes.ts'
import type { MenuChoice, MenuProps } from './Menu.tsx'
import styles from './Menu.module.css'

/** The list of a `Menu`. */
export default function MenuPopup(props: MenuProps & { anchor: HTMLElement }) {
  const { anchor, onClose, label, choices, head, align = 'start', restoreFocus = true } = props
  return (
    <BaseMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align={align} sideOffset={4} collisionPadding={8} className={styles.place}>
          <BaseMenu.Popup
            {...(label === undefined ? { 'aria-labelledby': anchor.id || undefined } : { 'aria-label': label })}
            // The library restores it only to a trigger of its own.
            finalFocus={restoreFocus ? () => anchor : false}
            className={styles.menu}
            onClick={(event) => event.stopPropagation()}
          >
            {head && (
              <div role="presentation" className={styles.head}>
                {head}
              </div>
            )}
            {choices.map((choice) => (
              <Choice key={choice.label} {...choice} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/**
 * Runs an action once the menu has closed and has given the focus back, a frame later: a dialog that the action opens
 * would lose the focus again.
 */
function afterClosing(action: () => void): void {
  requestAnimationFrame(() => setTimeout(action))
}

function Choice({ label, onChoose, icon, detail, disabled = false, danger, checked, divided }: MenuChoice) {
  const look = { disabled, label, className: classes(styles.item, danger && styles.danger) }
  const text = (
    <span className={styles.text}>
      {label}
      {detail && <span className={styles.detail}>{detail}</span>}
    </span>
  )
  return (
    <>
      {divided && <BaseMenu.Separator className={styles.line} />}
      {checked === undefined ? (
        <BaseMenu.Item {...look} onClick={() => afterClosing(onChoose)}>
          {icon}
          {text}
        </BaseMenu.Item>
      ) : (
        <BaseMenu.CheckboxItem {...look} checked={checked} onCheckedChange={onChoose}>
          <span className={styles.check} aria-hidden>
            {checked && <CheckIcon size={18} />}
          </span>
          {text}
        </BaseMenu.CheckboxItem>
      )}
    </>
  )
}
