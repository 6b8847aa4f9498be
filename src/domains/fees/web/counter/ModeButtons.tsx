import { t } from '@lingui/core/macro'
import { type EntryMode, entryModes } from './paymentEntry.ts'
import styles from './ModeButtons.module.css'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

interface ModeButtonsProps {
  modes: typeof entryModes
  mode: EntryMode
  onChange: (mode: EntryMode) => void
  disabled: boolean
}

/** The mode buttons. The underlined letter is a shortcut; a label of another language may be without it. */
export function ModeButtons({ modes, mode, onChange, disabled }: ModeButtonsProps) {
  return (
    <ToggleGroup
      full
      value={mode}
      disabled={disabled}
      onChange={(next: EntryMode) => onChange(next)}
      aria-label={t`Mode`}
      className={styles.spaced}
    >
      {modes.map(({ mode: value, label, key }) => {
        const keyIndex = label.toLowerCase().indexOf(key)
        return (
          <Toggle key={value} value={value} aria-label={label} aria-keyshortcuts={key} className={styles.toggle}>
            {/* One element, because the button sets its parts apart. */}
            <span>
              {keyIndex < 0 ? (
                label
              ) : (
                <>
                  {label.slice(0, keyIndex)}
                  <u>{label[keyIndex]}</u>
                  {label.slice(keyIndex + 1)}
                </>
              )}
            </span>
          </Toggle>
        )
      })}
    </ToggleGroup>
  )
}
