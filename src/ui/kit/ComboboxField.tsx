import { t } from '@lingui/core/macro'
import { Combobox as Base } from '@base-ui/react/combobox'
import { useId, useMemo, useState } from 'react'
import { useFindByWords } from '../useFindByWords.ts'
import { classes } from './classes.ts'
import type { ComboboxProps, CommonComboboxProps as CommonProps, MultiComboboxProps } from './Combobox.tsx'
import { controlProps, FieldFrame, splitFieldProps } from './Field.tsx'
import { CloseIcon, ExpandMoreIcon } from './icons.ts'
import styles from './Combobox.module.css'
import fieldStyles from './Field.module.css'

/** The field of a `Combobox` (Combobox.tsx), once its code is there. */
export function Combobox<Option>({ value, onChange, mustChoose = false, ...props }: ComboboxProps<Option>) {
  const { options, optionLabel, highlightFirst } = props
  const { filter } = useWordFilter(props)
  const [isOpen, setIsOpen] = useState(false)
  const open = props.open ?? isOpen
  const shown = value === null ? '' : optionLabel(value)

  function onOpenChange(next: boolean) {
    setIsOpen(next)
    props.onOpenChange?.(next)
  }

  /** Chooses the first option that has the typed words. Returns whether there is one. */
  function chooseTyped(text: string): boolean {
    const first = text.trim() !== '' && text !== shown && filter && options.find((option) => filter(option, text))
    if (!first) return false
    onChange(first)
    onOpenChange(false)
    return true
  }

  return (
    <Base.Root<Option>
      {...rootProps({ ...props, open, onOpenChange })}
      filter={filter}
      value={value}
      onValueChange={(option) => {
        if (option !== null || !mustChoose) onChange(option)
      }}
    >
      <ComboboxField {...props} hasValue={value !== null && !mustChoose} chooseTyped={highlightFirst && chooseTyped} />
    </Base.Root>
  )
}

/** The field of a `MultiCombobox`. */
export function MultiCombobox<Option>({ value, onChange, ...props }: MultiComboboxProps<Option>) {
  return (
    <Base.Root<Option, true>
      {...rootProps(props)}
      {...useWordFilter(props)}
      multiple
      value={value as Option[]}
      onValueChange={onChange}
    >
      <ComboboxField {...props} chips={value} />
    </Base.Root>
  )
}

function rootProps<Option>(props: CommonProps<Option>) {
  const { options, optionKey, optionLabel, groupOf, typed, onTyped, highlightFirst = false, open, onOpenChange, disabled } = props
  return {
    items: groupOf ? grouped(options, groupOf) : options,
    itemToStringLabel: optionLabel,
    isItemEqualToValue: (one: Option, other: Option) => optionKey(one) === optionKey(other),
    autoHighlight: highlightFirst,
    disabled: disabled ?? false,
    ...(onTyped ? { inputValue: typed ?? '', onInputValueChange: (text: string) => onTyped(text) } : {}),
    ...(open === undefined ? {} : { open }),
    ...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {}),
  }
}

/** The options whose label has the typed words, unless a server searches. */
function useWordFilter<Option>({ options, optionLabel, onTyped }: CommonProps<Option>) {
  const searched = onTyped !== undefined
  const findByWords = useFindByWords(!searched)
  return useMemo(() => {
    if (searched) return { filter: null }
    let found = { query: '', options: new Set(options) }
    return {
      // Asked for each option; the answer for one depends on what is found among all.
      filter: (option: Option, query: string) => {
        if (query !== found.query) found = { query, options: new Set(findByWords(options, query, optionLabel)) }
        return found.options.has(option)
      },
    }
  }, [options, optionLabel, searched, findByWords])
}

/** Options under their headings, in their order. */
function grouped<Option>(options: readonly Option[], groupOf: (option: Option) => string) {
  const groups: { value: string; items: Option[] }[] = []
  for (const option of options) {
    const value = groupOf(option)
    const last = groups.at(-1)
    if (last?.value === value) last.items.push(option)
    else groups.push({ value, items: [option] })
  }
  return groups
}

interface ComboboxFieldProps<Option> extends CommonProps<Option> {
  hasValue?: boolean
  chips?: readonly Option[]
  /** Chooses by the typed text, for an Enter that comes before the list. */
  chooseTyped?: ((text: string) => boolean) | false | undefined
}

function ComboboxField<Option>(props: ComboboxFieldProps<Option>) {
  const ownId = useId()
  const { frame, control } = splitFieldProps(props)
  const { id = ownId, optionKey, optionLabel, renderOption, groupOf, emptyText = t`Nothing found`, chips } = control
  const { placeholder, autoFocus, start, end, inputRef, onKeyDown, onBlur, hasValue = false, chooseTyped } = control
  const item = (option: Option) => (
    <Base.Item key={optionKey(option)} value={option} className={styles.item}>
      {renderOption ? renderOption(option) : optionLabel(option)}
    </Base.Item>
  )
  return (
    <FieldFrame {...frame} id={id}>
      <Base.InputGroup className={classes(fieldStyles.box, chips && styles.chipBox)}>
        {start && <span className={fieldStyles.aside}>{start}</span>}
        {chips && chips.length > 0 && (
          <Base.Chips className={styles.chips}>
            {chips.map((option) => (
              <Base.Chip key={optionKey(option)} className={styles.chip} aria-label={optionLabel(option)}>
                {optionLabel(option)}
                <Base.ChipRemove className={styles.remove} aria-label={t`Remove ${optionLabel(option)}`}>
                  <CloseIcon size={16} />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
          </Base.Chips>
        )}
        <Base.Input
          {...controlProps(id, frame)}
          ref={inputRef}
          placeholder={placeholder}
          autoFocus={autoFocus}
          autoComplete="off"
          onKeyDown={(event) => {
            // With the list closed the library would take the choice away; Escape is for the dialog around.
            if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') !== 'true')
              event.preventBaseUIHandler()
            // The library would click on the highlighted option, and a fast clerk presses Enter before it is drawn.
            if (
              event.key === 'Enter' &&
              !highlightedOf(event.currentTarget) &&
              chooseTyped &&
              chooseTyped(event.currentTarget.value)
            ) {
              event.preventBaseUIHandler()
              event.preventDefault()
            }
            onKeyDown?.(event)
          }}
          onBlur={onBlur}
          className={fieldStyles.control}
        />
        {hasValue && (
          <Base.Clear className={styles.button} aria-label={t`Clear`}>
            <CloseIcon size={18} />
          </Base.Clear>
        )}
        {end ?? (
          <Base.Trigger className={styles.button} aria-label={t`Open`} tabIndex={-1}>
            <ExpandMoreIcon size={18} />
          </Base.Trigger>
        )}
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} className={styles.place}>
          <Base.Popup className={styles.popup}>
            <Base.Empty className={styles.empty}>{emptyText}</Base.Empty>
            <Base.List className={styles.list}>
              {groupOf
                ? (group: { value: string; items: Option[] }) => (
                    <Base.Group key={group.value} items={group.items}>
                      <Base.GroupLabel className={styles.heading}>{group.value}</Base.GroupLabel>
                      <Base.Collection>{item}</Base.Collection>
                    </Base.Group>
                  )
                : item}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </FieldFrame>
  )
}

/** Returns the option that is highlighted; null as long as it is not drawn. */
function highlightedOf(input: HTMLInputElement): HTMLElement | null {
  return document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
}
