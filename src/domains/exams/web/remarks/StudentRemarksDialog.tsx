import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { languageNames } from '#shared/languages.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Combobox } from '#ui/kit/Combobox.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { DeleteIcon } from '#ui/kit/icons.ts'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { TextArea } from '#ui/kit/TextField.tsx'
import { maxRemarks } from './remarkDrafts.ts'
import { isSame, kindLabels, kindOptions, type Remark, type RemarkKind, remarkLanguages, remarkText } from './remarkTexts.ts'

interface StudentRemarksDialogProps {
  name: string
  remarks: readonly Remark[]
  /** The school's list. */
  list: readonly Remark[]
  onChange: (remarks: readonly Remark[]) => void
  onClose: () => void
}

const emptyText: Remark = { kind: 'GENERAL', en: '', hi: '', mr: '' }

/** The remarks of a student: from the school's list, or written for this one. The section's are stored together. */
export function StudentRemarksDialog({ name, remarks, list, onChange, onClose }: StudentRemarksDialogProps) {
  const [own, setOwn] = useState<Remark>(emptyText)
  const [isWriting, setWriting] = useState(list.length === 0)
  const [isMissing, setMissing] = useState(false)
  const isFull = remarks.length >= maxRemarks
  const open = list.filter((remark) => !remarks.some((each) => isSame(each, remark)))
  const hasOwn = remarkText(own).trim() !== ''

  function addOwn() {
    if (!hasOwn) return setMissing(true)
    onChange([...remarks, { ...own, en: own.en.trim(), hi: own.hi.trim(), mr: own.mr.trim() }])
    setOwn({ ...emptyText, kind: own.kind })
  }

  return (
    <Dialog title={t`Remarks of ${name}`} onClose={onClose} closesBeside={!hasOwn}>
      <DialogBody>
        <Stack gap={4}>
          {remarks.length === 0 ? (
            <Text tone="quiet">{t`No remark yet. Choose one of the school’s list, or write one.`}</Text>
          ) : (
            <List aria-label={t`Chosen remarks`}>
              {remarks.map((remark, index) => {
                const text = remarkText(remark)
                return (
                  <ListRow
                    key={`${index} ${text}`}
                    divided
                    end={
                      <IconButton
                        aria-label={t`Remove ${text}`}
                        onClick={() => onChange(remarks.filter((_, place) => place !== index))}
                      >
                        <DeleteIcon size={18} />
                      </IconButton>
                    }
                  >
                    <ListText title={text} detail={kindLabels[remark.kind]} />
                  </ListRow>
                )
              })}
            </List>
          )}
          {isFull ? (
            <Text tone="quiet">{t`A student has at most ${maxRemarks} remarks.`}</Text>
          ) : (
            <>
              {list.length > 0 && (
                <Combobox
                  label={t`From the school’s list`}
                  options={open}
                  optionKey={(remark) => `${remark.kind} ${remark.en} ${remark.hi} ${remark.mr}`}
                  optionLabel={remarkText}
                  groupOf={({ kind }) => kindLabels[kind]}
                  emptyText={t`Nothing found`}
                  value={null}
                  onChange={(remark) => remark && onChange([...remarks, remark])}
                />
              )}
              <Disclosure title={t`Write a remark for this student`} open={isWriting} onToggle={setWriting}>
                <Stack gap={3}>
                  <Select
                    label={t`About`}
                    value={own.kind}
                    onChange={({ target }) => setOwn({ ...own, kind: target.value as RemarkKind })}
                  >
                    {kindOptions.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </Select>
                  {remarkLanguages.map((language, index) => (
                    <TextArea
                      key={language}
                      label={languageNames[language]}
                      rows={2}
                      maxLength={300}
                      value={own[language]}
                      onChange={({ target }) => {
                        setOwn({ ...own, [language]: target.value })
                        setMissing(false)
                      }}
                      error={isMissing && index === 0}
                      hint={isMissing && index === 0 ? t`Write the remark in at least one language` : undefined}
                    />
                  ))}
                  <Button onClick={addOwn}>
                    <Trans>Add this remark</Trans>
                  </Button>
                </Stack>
              </Disclosure>
            </>
          )}
        </Stack>
      </DialogBody>
      <DialogActions>
        <Button
          variant="primary"
          onClick={() => {
            // What is typed and not added yet is not lost.
            if (hasOwn && !isFull) addOwn()
            onClose()
          }}
        >
          {t`Done`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
