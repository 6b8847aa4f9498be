import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactNode, RefObject } from 'react'
import styles from './Tooltip.module.css'

interface TooltipPopupProps {
  anchor: RefObject<HTMLElement | null>
  text: ReactNode
  onClose: () => void
}

/** The text of a `Tooltip`. Escape closes it. */
export default function TooltipPopup({ anchor, text, onClose }: TooltipPopupProps) {
  return (
    <BaseTooltip.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className={styles.place}>
          <BaseTooltip.Popup className={styles.tooltip}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
