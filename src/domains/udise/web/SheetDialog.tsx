import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { tableFromCells } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { exportFile, saveFile } from '#ui/DataTable/exportRows.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useCommand } from '#ui/useCommand.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox, Radio, RadioGroup } from '#ui/kit/Checkbox.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { ExportUdiseSheetDocument } from './udise.graphql.ts'

/** Downloads the portal's sheet: of which students, and with whole Aadhaar numbers or the last four digits. */
export default function SheetDialog({ onClose }: { onClose: () => void }) {
  const { schoolId, termId, term } = useActiveSchool()
  const { sections = [] } = useSectionChoices()
  const [who, setWho] = useState('all')
  const [sectionId, setSectionId] = useState('')
  const [wholeAadhaar, setWholeAadhaar] = useState(false)
  const [exportSheet, running] = useCommand(ExportUdiseSheetDocument)

  async function download() {
    const input = { termId, readyOnly: who === 'ready', wholeAadhaar, ...(sectionId ? { sectionId } : {}) }
    const data = await exportSheet({ schoolId, input })
    if (!data) return
    const { columns, rows, leftOut } = data.exportUdiseSheet
    const table = tableFromCells(t`Students`, [columns, ...rows.map(({ cells }) => cells)])
    saveFile(await exportFile([table], 'xlsx'), `udise-${term?.name ?? ''}-${schoolDay(new Date())}.xlsx`)
    const written = t`${plural(rows.length, { one: '# student', other: '# students' })} in the sheet`
    const without = t`${plural(leftOut, { one: '# student is not ready', other: '# students are not ready' })}`
    showSuccess(leftOut > 0 ? `${written}. ${without}.` : written)
    onClose()
  }

  return (
    <Dialog title={t`Export for UDISE+`} onClose={onClose}>
      <DialogBody>
        <Stack gap={4}>
          <Select label={t`Section`} value={sectionId} onChange={(event) => setSectionId(event.target.value)}>
            <option value="">{t`All sections`}</option>
            {sections.map((section) => (
              <option key={section.id} value={section.id}>
                {section.title}
              </option>
            ))}
          </Select>
          <RadioGroup name="who" value={who} onChange={setWho} aria-label={t`Students in the sheet`}>
            <Radio value="all" label={t`All students; the last columns are PEN, APAAR and what is missing`} />
            <Radio value="ready" label={t`Only students who are ready, with the portal’s columns alone`} />
          </RadioGroup>
          <Checkbox
            checked={wholeAadhaar}
            onChange={(event) => setWholeAadhaar(event.target.checked)}
            label={t`With whole Aadhaar numbers`}
          />
          <Text size="small" tone="quiet">
            {t`Otherwise the sheet has the last four digits only. It has caste, poverty and health as codes: keep it as you keep the register. The audit log says who exported it.`}
          </Text>
        </Stack>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" loading={running} onClick={() => void download()}>
          <Trans>Download the sheet</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
