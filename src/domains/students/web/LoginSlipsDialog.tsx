import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { HandOutSectionCodesDocument, type HandOutSectionCodesMutation } from './students.graphql.ts'
import styles from './LoginSlipsDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'

type Slips = HandOutSectionCodesMutation['handOutSectionCodes']

/** Prints two slips per row with dashed cutting lines. */
const paperStyles = `
  .login-slips { display: grid; grid-template-columns: 1fr 1fr; color: #000; font-size: 9pt; line-height: 1.35; }
  .login-slip { border: 1px dashed #888; padding: 4mm; break-inside: avoid; overflow-wrap: anywhere; }
  .login-slip b { font-size: 11pt; }
  .login-slip code { display: block; font-size: 15pt; font-weight: 700; letter-spacing: 0.08em; margin: 1mm 0; }
`

/**
 * Dialog that creates one-time codes for the students of a section without an own password, and prints them as slips.
 */
export default function LoginSlipsDialog({ onClose }: { onClose: () => void }) {
  const { schoolId, school } = useActiveSchool()
  const { sections } = useSectionChoices()
  const [sectionId, setSectionId] = useState('')
  const [slips, setSlips] = useState<Slips | null>(null)
  const [printing, setPrinting] = useState(false)
  const [make, making] = useCommand(HandOutSectionCodesDocument)
  const printable = slips !== null && slips.slips.length > 0

  const start = async () => {
    const made = (await make({ schoolId, sectionId }))?.handOutSectionCodes
    if (!made) return
    setSlips(made)
    setPrinting(made.slips.length > 0)
  }

  return (
    <Dialog title={t`Login slips`} onClose={printable ? undefined : onClose} size="small">
      <DialogBody className={styles.content}>
        <Text>
          <Trans>
            One slip for each student of a section who has no password yet, with the email and a one-time code for 24 hours.
            Earlier codes of these students stop working.
          </Trans>
        </Text>
        <Select
          label={t`Section`}
          value={sectionId}
          onChange={(event) => {
            setSectionId(event.target.value)
            setSlips(null)
          }}
          disabled={making || printable}
        >
          {(sections ?? []).map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        {slips && <SlipsMade slips={slips} />}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {printable ? (
          <Button variant="primary" onClick={() => setPrinting(true)}>
            <Trans>Print again</Trans>
          </Button>
        ) : (
          <Button variant="primary" disabled={sectionId === '' || slips !== null} loading={making} onClick={() => void start()}>
            <Trans>Make and print</Trans>
          </Button>
        )}
      </DialogActions>
      {printing && slips && (
        <PrintSheet onDone={() => setPrinting(false)}>
          <GlobalStyle css={paperStyles} />
          <div className="login-slips">
            {slips.slips.map(({ studentId, name, roll, login, code }) => (
              <div className="login-slip" key={studentId}>
                <b>{name}</b>
                <div>{t`${slips.className}-${slips.sectionName} · roll ${roll} · ${school?.name ?? ''}`}</div>
                <div>
                  <Trans>
                    1. Open {location.origin}
                    <br />
                    2. Email: {login}
                    <br />
                    3. Password: this one-time code
                  </Trans>
                </div>
                <code>{code}</code>
                <div>
                  <Trans>
                    4. Choose a password of your own.
                    <br />
                    Valid until {showMoment(slips.expiresAt)}.
                  </Trans>
                </div>
              </div>
            ))}
          </div>
        </PrintSheet>
      )}
    </Dialog>
  )
}

function SlipsMade({ slips: { slips, ownPassword, withoutLogin } }: { slips: Slips }) {
  const sentences = [
    plural(slips.length, { one: '# slip was made.', other: '# slips were made.' }),
    slips.length > 0 && t`Print before you close this: codes are shown only once.`,
    ownPassword > 0 && t`Students with a password of their own: ${ownPassword}.`,
    slips.length + ownPassword + withoutLogin === 0 && t`This section has no students.`,
    withoutLogin > 0 && t`Students without an email to sign in with: ${withoutLogin}.`,
  ]
  return <Alert kind={slips.length > 0 ? 'success' : 'info'}>{sentences.filter(Boolean).join(' ')}</Alert>
}
